package dev.tilescope.device;

/**
 * A point in a command queue that another one can wait for.
 *
 * @param id counts the events of a queue, from 1
 * @param programs that the queue had been given by then
 */
public record Event(MeshDevice device, int queue, long id, long programs) {}
