package dev.tilescope.agent;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.LineNumberInfo;
import java.lang.classfile.attribute.LineNumberTableAttribute;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Names and numbers of the places in one class. A place gets one number, however often its code is
 * built.
 */
final class ClassSites {
  private record Site(String function, int line) {}

  private final String simpleName;
  private final String file;
  private final SiteNumbers numbers;
  private final Map<Site, Integer> known = new HashMap<>();

  ClassSites(ClassModel model, SiteNumbers numbers) {
    String name = model.thisClass().asInternalName();
    int packageEnd = name.lastIndexOf('/') + 1;
    this.simpleName = name.substring(packageEnd);
    this.file =
        name.substring(0, packageEnd)
            + model
                .findAttribute(Attributes.sourceFile())
                .map(source -> source.sourceFile().stringValue())
                .orElse(simpleName + ".class");
    this.numbers = numbers;
  }

  /** Class and method, without the package. */
  String name(MethodModel method) {
    return simpleName + "." + method.methodName().stringValue();
  }

  /** The same with the parameters, which tell overloads apart. */
  String signature(MethodModel method) {
    return name(method) + method.methodTypeSymbol().displayDescriptor();
  }

  /** The zone of a whole method, placed at the first of its lines. */
  int ofMethod(MethodModel method) {
    return number("JAVA_FUNC_" + name(method), firstLine(method));
  }

  int ofLine(MethodModel method, int line) {
    return number("JAVA_LINE_" + method.methodName().stringValue(), line);
  }

  private int number(String function, int line) {
    return known.computeIfAbsent(
        new Site(function, line), site -> numbers.site(site.function(), file, site.line()));
  }

  private static int firstLine(MethodModel method) {
    Optional<LineNumberTableAttribute> table =
        method.code().flatMap(code -> code.findAttribute(Attributes.lineNumberTable()));
    return table.stream()
        .flatMap(lines -> lines.lineNumbers().stream())
        .mapToInt(LineNumberInfo::lineNumber)
        .findFirst()
        .orElse(0);
  }
}
