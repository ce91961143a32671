/**
 * Makes the archive that needs no Java: a run-time image with the modules that are used, the jars,
 * start-up caches, manual pages and completion; and the wheel for Python. Run by {@code mvn -Pdist
 * package}.
 */
@NullMarked
package dev.tilescope.dist;

import org.jspecify.annotations.NullMarked;
