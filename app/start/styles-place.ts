/** What stands for the page's styles until the page is complete: which it needs is known only then. */
export const STYLES_HERE = '/*styles*/'
