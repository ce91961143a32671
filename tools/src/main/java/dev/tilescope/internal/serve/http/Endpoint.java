package dev.tilescope.internal.serve.http;

/** Answers one kind of request. May be called by many threads at once. */
@FunctionalInterface
public interface Endpoint {
  Answer answer(Request request) throws java.io.IOException;
}
