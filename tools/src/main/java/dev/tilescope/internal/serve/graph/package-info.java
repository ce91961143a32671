/**
 * Answers for the graph of operations, and for the topology of the devices that ran them.
 *
 * <p>{@code FlowColumns} is what flows where, read once from the database: for every operation the
 * tensors that it takes and gives, and the {@code analysis.Layers} that every view speaks of.
 * {@code Wanted} is what a request wants to see of it; {@code VisibleGraph} folds the rest away.
 * {@code ElkLayers} places a small graph beautifully, {@code OrderLayers} one of any size in linear
 * time; either gives {@code Placed}, which {@code GraphParts} sends in parts. {@code Graphs} keeps
 * what was placed. {@code CallGraph} is the other graph, of the calls inside one operation.
 *
 * <p>Start at {@code GraphEndpoints}; {@code TopologyEndpoint} stands alone.
 */
@NullMarked
package dev.tilescope.internal.serve.graph;

import org.jspecify.annotations.NullMarked;
