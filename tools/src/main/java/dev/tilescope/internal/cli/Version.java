package dev.tilescope.internal.cli;

import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest, and the Java that runs it, as a defect report needs both. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Version.class.getPackage().getImplementationVersion();
    return new String[] {
      "tilescope " + (version == null ? "(not from a jar)" : version),
      "Java " + Runtime.version() + " on " + System.getProperty("os.name")
    };
  }
}
