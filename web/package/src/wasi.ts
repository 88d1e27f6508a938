// The few system calls that the module imports: it has no files, no environment and no output.

const errno = { success: 0, badFile: 8 };
const outOfMemoryStatus = 12; // as in web/wasm/out_of_memory.cpp

export class OutOfMemory extends Error {}

// What the module says about arguments that only it can judge, such as the names of views.
export class InvalidRequest extends Error {}

// `memory` is a function because the imports are needed before the instance exists.
export function wasiImports(memory: () => WebAssembly.Memory): WebAssembly.Imports {
  const setWord = (at: number, value: number) =>
    new DataView(memory().buffer).setUint32(at, value, true);
  return {
    wasi_snapshot_preview1: {
      environ_sizes_get(count: number, size: number): number {
        setWord(count, 0);
        setWord(size, 0);
        return errno.success;
      },
      environ_get: () => errno.success,
      clock_time_get(_clock: number, _precision: bigint, time: number): number {
        const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
        new DataView(memory().buffer).setBigUint64(time, nanoseconds, true);
        return errno.success;
      },
      fd_write: () => errno.badFile,
      fd_seek: () => errno.badFile,
      fd_close: () => errno.badFile,
      proc_exit(status: number): never {
        if (status === outOfMemoryStatus) throw new OutOfMemory();
        throw new Error(`exit status ${status}`);
      },
    },
  };
}
