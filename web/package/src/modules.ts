// What documents are as modules, for TypeScript: `/// <reference types="rigy/modules" />`, or "types": ["rigy/modules"].

declare module '*.rigy.yaml' {
  /** The URL of a GLB, as exportAsset() makes it. */
  const made: string;
  export default made;
}

declare module '*.rigy.yaml?canonical' {
  /** The URL of the canonical GLB. */
  const made: string;
  export default made;
}

declare module '*.rigy.yaml?png' {
  /** The URL of a picture. */
  const made: string;
  export default made;
}

declare module '*.rigy.yaml?json' {
  /** What inspect() says. */
  const made: import('rigy').Inspection;
  export default made;
}

declare module '*.rigs.yaml' {
  /** The URL of a GLB, as exportAsset() makes it. */
  const made: string;
  export default made;
}

declare module '*.rigs.yaml?canonical' {
  /** The URL of the canonical GLB. */
  const made: string;
  export default made;
}

declare module '*.rigs.yaml?png' {
  /** The URL of a picture. */
  const made: string;
  export default made;
}

declare module '*.rigs.yaml?json' {
  /** What inspect() says. */
  const made: import('rigy').Inspection;
  export default made;
}

declare module '*.rigm.yaml' {
  /** The URL of a GLB, as exportAsset() makes it. */
  const made: string;
  export default made;
}

declare module '*.rigm.yaml?canonical' {
  /** The URL of the canonical GLB. */
  const made: string;
  export default made;
}

declare module '*.rigm.yaml?png' {
  /** The URL of a picture. */
  const made: string;
  export default made;
}

declare module '*.rigm.yaml?json' {
  /** What inspect() says. */
  const made: import('rigy').Inspection;
  export default made;
}
