// The calls of rigy.wasm.
import { Calls, type CommonExports, type Pointer } from './calls.js';
import type { Method, Questions, Reply } from './questions.js';
import type { Request } from './request.js';

interface Exports extends CommonExports {
  rigy_wasm_ask(request: Pointer, question: Pointer): Pointer;
}

export class Instance extends Calls<Exports> {
  ask<M extends Method>(asked: Request, method: M, params: Questions[M]['params']): Reply<M> {
    const question = this.string(JSON.stringify({ method, params }));
    return this.answer(asked, (request) => this.exports.rigy_wasm_ask(request, question)) as Reply<M>;
  }
}
