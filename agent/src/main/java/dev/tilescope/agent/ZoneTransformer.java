package dev.tilescope.agent;

import java.lang.classfile.ClassHierarchyResolver;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What the JVM asks for each class that it loads; never throws. */
final class ZoneTransformer implements ClassFileTransformer {
  private final ClassChoice choice;
  private final boolean lines;
  private final SiteNumbers sites;
  private final WeavingCounts counts;

  /** By loader, since two may know different classes by one name. */
  private final Map<ClassLoader, ClassWeaver> weavers =
      Collections.synchronizedMap(new WeakHashMap<>());

  ZoneTransformer(ClassChoice choice, boolean lines, SiteNumbers sites, WeavingCounts counts) {
    this.choice = choice;
    this.lines = lines;
    this.sites = sites;
    this.counts = counts;
  }

  boolean chooses(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader != null
        && choice.includes(loader, type.getName().replace('.', '/'), type.getProtectionDomain());
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (loader == null || name == null) {
      return null;
    }
    try {
      return choice.includes(loader, name, domain) ? woven(loader, bytes) : null;
    } catch (Throwable e) {
      counts.left(name.replace('/', '.'), String.valueOf(e.getMessage()));
      return null;
    }
  }

  private byte @Nullable [] woven(ClassLoader loader, byte[] bytes) {
    ClassWeaver.Woven woven = weavers.computeIfAbsent(loader, this::weaver).weave(bytes);
    woven.left().forEach(counts::left);
    if (woven.methods() == 0) {
      return null;
    }
    counts.woven(woven.methods());
    return woven.bytes();
  }

  /**
   * Classes are asked for their supertypes by their files: loading them here could go in circles.
   */
  private ClassWeaver weaver(ClassLoader loader) {
    return new ClassWeaver(
        ClassHierarchyResolver.ofResourceParsing(loader).cached(ConcurrentHashMap::new),
        lines,
        sites);
  }
}
