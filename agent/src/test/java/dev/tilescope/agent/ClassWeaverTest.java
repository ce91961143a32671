package dev.tilescope.agent;

import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes, as bytes: what is rewritten verifies, and what cannot be is left. */
class ClassWeaverTest {
  private static final MethodTypeDesc VOID = MethodTypeDesc.of(ConstantDescs.CD_void);
  private static final ClassHierarchyResolver HIERARCHY =
      ClassHierarchyResolver.ofResourceParsing(ClassWeaverTest.class.getClassLoader())
          .cached(ConcurrentHashMap::new);

  private static final ClassDesc LOST = ClassDesc.of("no.such.Lost");
  private static final ClassDesc GONE = ClassDesc.of("no.such.Gone");

  /** Knows classes that exist nowhere. */
  private static final ClassHierarchyResolver MAKING =
      ClassHierarchyResolver.of(
              List.of(), Map.of(LOST, ConstantDescs.CD_Object, GONE, ConstantDescs.CD_Object))
          .orElse(HIERARCHY);

  private final List<String> sites = new ArrayList<>();

  private ClassWeaver weaver(boolean lines) {
    return new ClassWeaver(HIERARCHY, lines, this::site);
  }

  private int site(String function, String file, int line) {
    sites.add(function + " " + file + ":" + line);
    return sites.size() - 1;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyClassOfJavaUtilCanBeWoven(boolean lines) throws IOException {
    Path root =
        FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base/java/util");
    assertThat(weaveAll(root, lines)).isGreaterThan(10_000);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyClassOfTilescopeCanBeWoven(boolean lines) throws IOException, URISyntaxException {
    Path root =
        Path.of(
            dev.tilescope.model.Trace.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    if (Files.isDirectory(root)) {
      assertThat(weaveAll(root, lines)).isGreaterThan(5_000);
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(root)) {
        assertThat(weaveAll(jar.getPath("/dev/tilescope"), lines)).isGreaterThan(5_000);
      }
    }
  }

  /** Returns how many methods became zones; none may be left. */
  private int weaveAll(Path root, boolean lines) throws IOException {
    ClassWeaver weaver = weaver(lines);
    ClassFile verifier = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(HIERARCHY));
    int methods = 0;
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path file : tree.filter(f -> f.toString().endsWith(".class")).toList()) {
        ClassWeaver.Woven woven = weaver.weave(Files.readAllBytes(file));
        assertThat(woven.left().keySet().stream().filter(name -> !name.startsWith("lines of ")))
            .as(file.toString())
            .isEmpty();
        assertThat(verifier.verify(woven.bytes())).as(file.toString()).isEmpty();
        methods += woven.methods();
      }
    }
    return methods;
  }

  private static byte[] classWith(Consumer<CodeBuilder> code) {
    return ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(MAKING))
        .build(
            ClassDesc.of("made.Made"),
            type ->
                type.withMethodBody("small", VOID, ACC_PUBLIC | ACC_STATIC, CodeBuilder::return_)
                    .withMethodBody("special", VOID, ACC_PUBLIC | ACC_STATIC, code::accept));
  }

  @Test
  void aMethodThatWouldBeTooLargeStaysAsItWasAndTheOthersDoNot() {
    byte[] bytes =
        classWith(code -> {
          for (int i = 0; i < 65_530; i++) {
            code.nop();
          }
          code.return_();
        });
    ClassWeaver.Woven woven = weaver(false).weave(bytes);
    assertThat(woven.methods()).isEqualTo(1);
    assertThat(woven.left()).containsOnlyKeys("Made.special()void");
    MethodModel special = ClassFile.of().parse(woven.bytes()).methods().getLast();
    assertThat(special.findAttribute(Attributes.code()).orElseThrow().codeLength())
        .isEqualTo(65_531);
  }

  @Test
  void jumpsThatBecomeTooLongAreWidened() {
    byte[] bytes =
        classWith(code -> {
          var end = code.newLabel();
          code.iconst_0().ifeq(end);
          for (int i = 0; i < 32_700; i++) {
            code.nop();
          }
          for (int i = 0; i < 100; i++) {
            code.lineNumber(i + 1).nop();
          }
          code.labelBinding(end).return_();
        });
    ClassWeaver.Woven woven = weaver(true).weave(bytes);
    assertThat(woven.left()).isEmpty();
    assertThat(woven.methods()).isEqualTo(2);
    assertThat(sites.stream().filter("JAVA_LINE_special made/Made.class:7"::equals))
        .as("a place has one number, though its code was built twice")
        .hasSize(1);
  }

  @Test
  void aMethodThatLinesWouldMakeTooLargeToCompileIsAZoneWithoutThem() {
    byte[] bytes =
        classWith(code -> {
          for (int i = 0; i < 1000; i++) {
            code.lineNumber(i + 1).nop().nop();
          }
          code.return_();
        });
    ClassWeaver.Woven woven = weaver(true).weave(bytes);
    assertThat(woven.methods()).isEqualTo(2);
    assertThat(woven.left()).containsOnlyKeys("lines of Made.special()void");
    assertThat(sites).noneMatch(site -> site.startsWith("JAVA_LINE_"));
  }

  @Test
  void aMethodOfUnknownTypesStaysAsItWas() {
    byte[] bytes =
        classWith(code -> {
          var other = code.newLabel();
          var end = code.newLabel();
          code.iconst_0().ifeq(other);
          code.aconst_null().checkcast(LOST).goto_(end);
          code.labelBinding(other).aconst_null().checkcast(GONE);
          code.labelBinding(end).pop().return_();
        });
    ClassWeaver.Woven woven = weaver(false).weave(bytes);
    assertThat(woven.methods()).isEqualTo(1);
    assertThat(woven.left()).containsOnlyKeys("Made.special()void");
  }

  @Test
  void classesWithoutLinesOrCodeAreNoTrouble() {
    ClassWeaver.Woven woven = weaver(true).weave(classWith(CodeBuilder::return_));
    assertThat(woven.methods()).isEqualTo(2);
    assertThat(sites)
        .containsExactlyInAnyOrder(
            "JAVA_FUNC_Made.small made/Made.class:0", "JAVA_FUNC_Made.special made/Made.class:0");
    byte[] empty = ClassFile.of().build(ClassDesc.of("made.Empty"), _ -> {});
    assertThat(weaver(true).weave(empty).bytes()).isSameAs(empty);
  }
}
