package dev.tilescope.internal.track;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.journal.HostEvents;
import dev.tilescope.journal.HostJournal;
import dev.tilescope.profile.HostThread;
import dev.tilescope.profile.JournalFormat;
import dev.tilescope.profile.SourceSite;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Public, since the program it starts uses it. */
public class SourcePlaceTest {
  @TempDir private Path folder;

  /** Rewrites a class while it runs, as an agent that profiles does. */
  public static final class Rewriting {
    private static Instrumentation instrumentation;

    private Rewriting() {}

    public static void premain(String argument, Instrumentation given) {
      instrumentation = given;
    }

    public static void rewrite(Class<?> type) throws Exception {
      Objects.requireNonNull(instrumentation)
          .addTransformer(
              new ClassFileTransformer() {
                @Override
                public byte[] transform(
                    ClassLoader loader,
                    String name,
                    Class<?> redefined,
                    ProtectionDomain domain,
                    byte[] bytes) {
                  return redefined == type ? changed(bytes) : null;
                }
              },
              true);
      instrumentation.retransformClasses(type);
    }

    private static byte[] changed(byte[] bytes) {
      ClassFile file = ClassFile.of();
      return file.transformClass(
          file.parse(bytes), ClassTransform.transformingMethodBodies(new Padding()));
    }

    private static final class Padding implements CodeTransform {
      @Override
      public void atStart(CodeBuilder builder) {
        builder.nop().nop();
      }

      @Override
      public void accept(CodeBuilder builder, CodeElement element) {
        builder.with(element);
      }
    }
  }

  /** Started from its source, so that it is in no package. */
  private static final String PROGRAM =
      """
      import dev.tilescope.internal.track.SourcePlace;
      public class Bare {
        public static void main(String[] args) throws Exception {
          System.out.println(SourcePlace.of(type -> type == Bare.class));
          dev.tilescope.internal.track.SourcePlaceTest.Rewriting.rewrite(Bare.class);
          System.out.println(SourcePlace.of(type -> type == Bare.class));
          System.out.println(SourcePlace.of(type -> type == String.class));
        }
      }
      """;

  @Test
  void aMethodThatRunsWhileItsClassIsRewrittenHasItsFileAndLine() throws Exception {
    assertThat(said(PROGRAM))
        .contains(
            "SourcePlace[function=Bare.main, file=Bare.java, line=4]",
            "SourcePlace[function=Bare.main, file=Bare.java, line=6]",
            "null");
  }

  private static final String PROFILED =
      """
      import dev.tilescope.profile.*;
      public class Bare {
        public static void main(String[] args) throws Exception {
          dev.tilescope.internal.track.SourcePlaceTest.Rewriting.rewrite(Bare.class);
          Profiler.start(ProfilerOptions.DEFAULT.withFolder(java.nio.file.Path.of(args[0])));
          Profiler.zone("mine").close();
          Profiler.stop();
        }
      }
      """;

  @Test
  void soHasAZoneThatSuchAMethodOpens() throws Exception {
    assertThat(said(PROFILED)).doesNotContain("Exception");
    List<SourceSite> sites = new ArrayList<>();
    HostJournal.read(
        JournalFormat.in(folder.resolve(".logs")),
        new HostEvents() {
          @Override
          public void zoneBegin(HostThread thread, long nanos, SourceSite site) {
            sites.add(site);
          }
        });
    assertThat(sites)
        .filteredOn(site -> site.name().equals("mine"))
        .singleElement()
        .extracting(site -> site.file() + ":" + site.line())
        .isEqualTo("Bare.java:6");
  }

  private static final String KERNEL =
      """
      import dev.tilescope.device.*;
      import dev.tilescope.device.kernel.*;
      import dev.tilescope.device.marker.*;
      import dev.tilescope.model.CoreRangeSet;
      public class Bare {
        public static void main(String[] args) {
          DeviceProfiling.on(new DeviceProfiling.Settings(MarkerOptions.DEFAULT, null));
          try (MeshDevice device = MeshDevice.open("n150")) {
            device.launch(
                KernelProgram.builder("program")
                    .dataMovement("kernel", Risc.BRISC, CoreRangeSet.grid(1, 1), Bare::kernel)
                    .build());
          }
          ZoneLocations.all().forEach(System.out::println);
        }
        private static void kernel(DataMovementContext context) {
          try (var _ = context.deviceZone("MINE")) {
            context.riscWait(10);
          }
        }
      }
      """;

  @Test
  void aZoneOfAKernelWithoutAPackageHasItsFileWithoutASlash() throws Exception {
    assertThat(said(KERNEL)).contains("Location[name=MINE, file=Bare.java, line=17]");
  }

  /** What the program {@code Bare} says, given the folder of the test. */
  private String said(String source) throws IOException {
    Path program = Files.writeString(folder.resolve("Bare.java"), source);
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules",
                "jdk.incubator.vector",
                "-javaagent:" + agent(),
                "-cp",
                System.getProperty("java.class.path"),
                program.toString(),
                folder.toString())
            .redirectErrorStream(true)
            .start();
    return new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private Path agent() throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Premain-Class", Rewriting.class.getName());
    main.putValue("Can-Retransform-Classes", "true");
    Path jar = folder.resolve("agent.jar");
    try (OutputStream file = Files.newOutputStream(jar)) {
      new JarOutputStream(file, manifest).close();
    }
    return jar;
  }

  @Test
  void theFoldersOfThePackageComeBeforeTheFile() {
    SourcePlace here = Objects.requireNonNull(SourcePlace.of(type -> type == getClass()));
    assertThat(here.file()).isEqualTo("dev/tilescope/internal/track/SourcePlaceTest.java");
    assertThat(here.function())
        .isEqualTo("SourcePlaceTest.theFoldersOfThePackageComeBeforeTheFile");
  }
}
