package dev.tilescope.agent;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites the code of one method to
 *
 * <pre>
 * int open = Zones.enter(METHOD_SITE);
 * try {
 *   open = Zones.line(open, LINE_SITE);   // where a line begins, with lines
 *   ...
 *   Zones.exit(open); return;             // at each return
 * } catch (Throwable t) {
 *   Zones.exit(open);
 *   throw t;
 * }
 * </pre>
 *
 * <p>A constructor's zone begins when {@code super()} or {@code this()} has returned: before, no
 * handler may cover its code. The handler is the last of the method's, so that its own go first.
 */
final class ZoneWeaver implements CodeTransform {
  private static final ClassDesc ZONES = ClassDesc.of("dev.tilescope.agent.Zones");
  private static final ClassDesc INT = ConstantDescs.CD_int;
  private static final MethodTypeDesc ENTER = MethodTypeDesc.of(INT, INT);
  private static final MethodTypeDesc LINE = MethodTypeDesc.of(INT, INT, INT);
  private static final MethodTypeDesc EXIT = MethodTypeDesc.of(ConstantDescs.CD_void, INT);

  private final MethodModel method;
  private final ClassSites sites;
  private final boolean lines;
  private final boolean isConstructor;

  private @Nullable Label begin;
  private int openSlot;

  /** Objects made by {@code new} whose constructor was not called yet, where the code stands. */
  private int unfinishedObjects;

  ZoneWeaver(MethodModel method, ClassSites sites, boolean lines) {
    this.method = method;
    this.sites = sites;
    this.lines = lines;
    this.isConstructor = isInit(method.methodName().stringValue());
  }

  @Override
  public void atStart(CodeBuilder builder) {
    if (!isConstructor) {
      enter(builder);
    }
  }

  @Override
  public void accept(CodeBuilder builder, CodeElement element) {
    if (begin == null) {
      builder.with(element);
      if (constructs(element)) {
        enter(builder);
      }
      return;
    }
    switch (element) {
      case ReturnInstruction end -> {
        exit(builder);
        builder.with(end);
      }
      case LineNumber line when lines -> {
        builder.with(line);
        line(builder, line.line());
      }
      default -> {
        if (isConstructor && constructs(element)) {
          throw new IllegalArgumentException("two calls of super() or this()");
        }
        builder.with(element);
      }
    }
  }

  /** Whether this is the call of {@code super()} or {@code this()}. */
  private boolean constructs(CodeElement element) {
    if (element instanceof NewObjectInstruction) {
      unfinishedObjects++;
      return false;
    }
    return element instanceof InvokeInstruction call
        && isInit(call.name().stringValue())
        && --unfinishedObjects < 0;
  }

  private static boolean isInit(String name) {
    return name.equals(ConstantDescs.INIT_NAME);
  }

  private void enter(CodeBuilder builder) {
    unfinishedObjects = 0;
    openSlot = builder.allocateLocal(TypeKind.INT);
    begin = builder.newLabel();
    builder
        .loadConstant(sites.ofMethod(method))
        .invokestatic(ZONES, "enter", ENTER)
        .istore(openSlot)
        .labelBinding(begin);
  }

  private void line(CodeBuilder builder, int line) {
    builder
        .iload(openSlot)
        .loadConstant(sites.ofLine(method, line))
        .invokestatic(ZONES, "line", LINE)
        .istore(openSlot);
  }

  private void exit(CodeBuilder builder) {
    builder.iload(openSlot).invokestatic(ZONES, "exit", EXIT);
  }

  @Override
  public void atEnd(CodeBuilder builder) {
    if (begin == null) {
      throw new IllegalArgumentException("no call of super() or this()");
    }
    Label end = builder.newBoundLabel();
    exit(builder);
    builder.athrow();
    builder.exceptionCatchAll(begin, end, end);
  }
}
