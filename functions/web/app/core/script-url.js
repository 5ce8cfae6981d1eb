/** @type {{ createScriptURL(path: string): string } | undefined} */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('favorites', {
  /** @param {string} path */
  createScriptURL: (path) => (/^\/app\/(sw|[^/]+\/search\/worker)\.js$/.test(path) ? path : ''),
});

/** Returns the path of one of the two workers in the form that Trusted Types ask for. @param {string} path */
export const scriptUrl = (path) => policy?.createScriptURL(path) ?? path;
