/**
 * The page of {@code tilescope serve} in a real browser: {@link dev.tilescope.bench.page.PageBench}
 * measures it, {@link dev.tilescope.bench.page.PagePictures} takes the pictures of the docs. Both
 * run the launcher as a user would.
 */
package dev.tilescope.bench.page;
