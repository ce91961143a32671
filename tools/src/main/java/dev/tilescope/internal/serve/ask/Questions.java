package dev.tilescope.internal.serve.ask;

import dev.tilescope.internal.serve.ask.QuestionProcess.Question;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Refusal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Asks questions in SQL, a few at a time, each in a process that is killed if it takes too long.
 */
final class Questions {
  private static final int AT_ONCE = 2;

  private final Duration limit;
  private final Path scratch;
  private final Consumer<Process> started;
  private final Semaphore places = new Semaphore(AT_ONCE);

  /** Starting a process takes longer than most questions, so one waits for the next. */
  private final AtomicReference<QuestionProcess> idle = new AtomicReference<>();

  /**
   * @param limit of the time that a question may take
   * @param scratch for temporary files of processes
   * @param started is given each process, to end it at the end
   */
  Questions(Duration limit, Path scratch, Consumer<Process> started) {
    this.limit = limit;
    this.scratch = scratch;
    this.started = started;
  }

  /** The answer, which whoever gives up waiting for cancels. */
  Answer ask(Question question) {
    return Answer.pending(() -> new Answer.Content("application/json", answer(question)));
  }

  private byte[] answer(Question question) throws InterruptedException {
    places.acquire();
    try {
      return ask(take(), question);
    } finally {
      places.release();
    }
  }

  private byte[] ask(QuestionProcess process, Question question) throws InterruptedException {
    try {
      return process.ask(question, limit);
    } finally {
      if (!process.isWaiting() || !idle.compareAndSet(null, process)) {
        process.close();
      }
    }
  }

  private QuestionProcess take() {
    QuestionProcess waiting = idle.getAndSet(null);
    if (waiting != null && waiting.isWaiting()) {
      return waiting;
    }
    if (waiting != null) {
      waiting.close(); // Somebody has ended it: what it left goes.
    }
    return start();
  }

  private QuestionProcess start() {
    try {
      QuestionProcess process = QuestionProcess.start(scratch);
      started.accept(process.process());
      return process;
    } catch (IOException e) {
      throw Refusal.unusable("no process can be started for the question: " + e.getMessage());
    }
  }
}
