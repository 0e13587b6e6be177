/** The package brings no types; this is the part that we call. */
declare module 'write-file-atomic' {
  function writeFileAtomic(
    path: string,
    data: string | Buffer,
    options: { readonly mode: number; readonly encoding?: 'utf8'; readonly fsync?: boolean },
  ): Promise<void>;
  export = writeFileAtomic;
}
