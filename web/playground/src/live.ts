// The real files that `rigy watch --serve` shows: they change as they are saved elsewhere, and what is changed here is
// written back, unless the file has changed meanwhile. Loaded on first use.

/** A file as it is on disk; the revision rises with every change. */
interface LiveFile {
  path: string;
  text: string;
  revision: number;
}

export interface LiveProject {
  entry: string;
  revision: number;
  files: LiveFile[];
}

export interface LiveEvents {
  /** A file changed on disk, or is new. */
  changed(path: string, text: string): void;
  /** A change was not written, because the file has changed meanwhile; its text follows. */
  refused(path: string): void;
  failed(path: string): void;
}

interface Kept extends LiveFile {
  /** What is to be written. */
  wanted: string | null;
  sending: string | null;
}

const pause = 100;

export class Live {
  readonly #events: LiveEvents;
  readonly #files: Map<string, Kept>;
  readonly #source: EventSource;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What is watched; fails where no program watches anything. */
  static async project(): Promise<LiveProject> {
    const response = await fetch('live/project');
    if (!response.ok) throw new Error(`status ${response.status}`);
    return (await response.json()) as LiveProject;
  }

  constructor({ files, revision }: LiveProject, events: LiveEvents) {
    this.#events = events;
    this.#files = new Map(files.map((file) => [file.path, { ...file, wanted: null, sending: null }]));
    this.#source = new EventSource(`live/events?revision=${revision}`);
    this.#source.onmessage = ({ data }: MessageEvent<string>) => this.#receive(JSON.parse(data) as LiveFile);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#source.close();
  }

  /** Soon: several changes in quick succession are written once. */
  write(path: string, text: string): void {
    const file = this.#files.get(path);
    if (!file) return;
    file.wanted = text === file.text ? null : text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#sendAll(), pause);
  }

  #sendAll(): void {
    for (const file of this.#files.values()) void this.#send(file);
  }

  async #send(file: Kept): Promise<void> {
    if (file.wanted === null || file.sending !== null) return;
    const text = file.wanted;
    file.sending = text;
    file.wanted = null;
    const address = `live/files/${file.path.split('/').map(encodeURIComponent).join('/')}?revision=${file.revision}`;
    const response = await fetch(address, { method: 'PUT', body: text }).catch(() => null);
    file.sending = null;
    if (response?.ok) {
      const { revision } = (await response.json()) as { revision: number };
      if (revision > file.revision) Object.assign(file, { revision, text });
      void this.#send(file);
    } else if (response?.status === 409) {
      this.#events.refused(file.path);
    } else {
      this.#events.failed(file.path);
    }
  }

  #receive(news: LiveFile): void {
    const file = this.#files.get(news.path);
    if (file && news.revision <= file.revision) return;
    const isOwn = file?.sending === news.text;
    if (file) Object.assign(file, news, isOwn ? {} : { wanted: null });
    else this.#files.set(news.path, { ...news, wanted: null, sending: null });
    if (!isOwn) this.#events.changed(news.path, news.text);
  }
}
