package dev.tilescope.internal.serve.ask;

import dev.tilescope.internal.io.PrivateFolder;
import dev.tilescope.internal.serve.data.ChildJava;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.model.TilescopeException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process that answers questions in SQL, one after the other, and may be killed in the middle of
 * one: SQLite looks for an interruption between steps only, and a single step may sort gigabytes.
 * What a question may take is the process's to take: its memory has a limit that the system holds,
 * and SQLite keeps there what it would otherwise write to temporary files.
 *
 * <p>The process is {@link #main}. It reads questions from its standard input and ends with it, in
 * the middle of one too, so that it does not outlive the server.
 */
public final class QuestionProcess implements AutoCloseable {
  /** Of everything that the process writes to: Java's part is some 150 MiB. */
  static final int MEMORY_MIB = 512;

  private static final List<String> FLAGS =
      List.of(
          "-Xmx96m",
          "-Xss512k",
          "-XX:TieredStopAtLevel=1",
          "-XX:ReservedCodeCacheSize=24m",
          "-XX:+DisplayVMOutputToStderr",
          "-XX:-CreateCoredumpOnCrash",
          "-XX:ErrorFile=/dev/null");

  /** One that took longer may have taken much memory, and starting another costs less than this. */
  private static final long QUICK_NANOS = 1_000_000_000;

  /** Threads wait for pipes, so they are cheap ones. */
  private static final Executor READERS = task -> Thread.ofVirtual().name("sql").start(task);

  /**
   * A page of an answer that is wanted.
   *
   * @param from the first row of the page
   * @param count of rows
   */
  record Question(Path database, String sql, int from, int count) {
    void write(DataOutputStream out) throws IOException {
      writeText(out, database.toString());
      writeText(out, sql);
      out.writeInt(from);
      out.writeInt(count);
      out.flush();
    }

    static Question read(DataInputStream in) throws IOException {
      return new Question(Path.of(readText(in)), readText(in), in.readInt(), in.readInt());
    }
  }

  private final Process process;
  private final PrivateFolder temporary;
  private final DataOutputStream to;
  private final DataInputStream from;
  private volatile boolean isWaiting = true;

  private QuestionProcess(Process process, PrivateFolder temporary) {
    this.process = process;
    this.temporary = temporary;
    this.to = new DataOutputStream(process.getOutputStream());
    this.from = new DataInputStream(process.getInputStream());
  }

  /**
   * @param scratch holds a folder for its temporary files for as long as it lives
   */
  static QuestionProcess start(Path scratch) throws IOException {
    PrivateFolder temporary =
        PrivateFolder.ofThisUser(
            Files.createTempDirectory(scratch, "sql-", PrivateFolder.folderAttributes(scratch)));
    List<String> command = new ArrayList<>(List.of("sh", "-c", "ulimit -d \"$0\"; exec \"$@\""));
    command.add(Integer.toString(MEMORY_MIB << 10));
    command.addAll(ChildJava.command(temporary.path(), FLAGS, QuestionProcess.class));
    return new QuestionProcess(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start(),
        temporary);
  }

  /**
   * For the next question: the last one was answered, if only by what is wrong with it, and soon.
   */
  boolean isWaiting() {
    return isWaiting && process.isAlive();
  }

  Process process() {
    return process;
  }

  /**
   * JSON of the answer.
   *
   * @throws Refusal if there is none: the question is wrong, takes too long or too much
   * @throws InterruptedException if nobody waits for it any more
   */
  byte[] ask(Question question, Duration limit) throws InterruptedException {
    // Here and not on the thread that asks: whoever is cancelled before that starts looks too.
    isWaiting = false;
    CompletableFuture<byte[]> answer =
        CompletableFuture.supplyAsync(() -> exchange(question), READERS);
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw Refusal.unusable(
          "the question took longer than %d s and was given up; ask for less, or use tilescope sql,"
                  .formatted(limit.toSeconds())
              + " which waits");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Refusal refusal ? refusal : new IllegalStateException(e);
    }
  }

  private byte[] exchange(Question question) {
    try {
      question.write(to);
      boolean isAnswer = from.readBoolean();
      boolean isQuick = from.readBoolean();
      byte[] bytes = readBytes(from);
      isWaiting = isQuick;
      if (isAnswer) {
        return bytes;
      }
      throw Refusal.unusable(new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw Refusal.unusable(TOO_MUCH);
    }
  }

  private static final String TOO_MUCH =
      ("the question needs more than the %d MiB of memory that the page gives to one; ask for less,"
              + " or use tilescope sql")
          .formatted(MEMORY_MIB);

  /** Ends it, whatever it does; what it leaves goes when it is gone. */
  @Override
  public void close() {
    process.destroyForcibly();
    var _ = process.onExit().thenRun(temporary::remove);
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
  }

  private static String readText(DataInputStream in) throws IOException {
    return new String(readBytes(in), StandardCharsets.UTF_8);
  }

  private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /** What a JVM that runs out of memory prints is no length. */
  private static byte[] readBytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > Answer.MAX_BYTES) {
      throw new IOException("%d bytes are announced".formatted(length));
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return bytes;
  }

  /** Reads questions, and ends when there are no more, while one is being answered too. */
  public static void main(String[] args) throws IOException {
    DataInputStream in = new DataInputStream(System.in);
    DataOutputStream out = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
    try {
      while (true) {
        Question question = Question.read(in);
        Thread.ofPlatform().start(() -> answer(question, out));
      }
    } catch (EOFException e) {
      Runtime.getRuntime().halt(0);
    }
  }

  private static void answer(Question question, DataOutputStream out) {
    try {
      reply(question, out);
    } catch (IOException | OutOfMemoryError e) {
      Runtime.getRuntime().halt(1); // The end of the process says it.
    }
  }

  private static void reply(Question question, DataOutputStream out) throws IOException {
    long start = System.nanoTime();
    boolean isAnswer = true;
    byte[] bytes;
    try {
      bytes = SqlQuestion.answer(question);
    } catch (RuntimeException e) {
      isAnswer = false;
      bytes = told(e).getBytes(StandardCharsets.UTF_8);
    }
    out.writeBoolean(isAnswer);
    out.writeBoolean(System.nanoTime() - start < QUICK_NANOS);
    writeBytes(out, bytes);
    out.flush();
  }

  /** Whatever it is, it is told: whoever asks would wait for as long as a question may take. */
  private static String told(RuntimeException e) {
    return switch (e) {
      case Refusal refusal -> String.valueOf(refusal.getMessage());
      case TilescopeException known -> String.valueOf(known.getMessage());
      default -> "this is a mistake in tilescope: " + e;
    };
  }
}
