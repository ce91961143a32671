package dev.tilescope.internal.store;

import dev.tilescope.internal.io.AtomicFiles;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files that go with a database: the cluster's description, where chips are in the mesh, and
 * how long tensors live. They appear before it. An import that replaces a database replaces them
 * too, and those go that the new reports do not have: they would tell of another machine. Any other
 * import keeps what is there, as upstream's does.
 */
final class FilesBeside {
  static final String CLUSTER = "cluster_descriptor";
  static final String MESH = "physical_chip_mesh_coordinate_mapping";

  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private final AtomicFiles files;
  private final Path folder;
  private final boolean replaces;
  private final Set<Path> written = new HashSet<>();

  FilesBeside(AtomicFiles files, Path folder, boolean replaces) {
    this.files = files;
    this.folder = folder;
    this.replaces = replaces;
  }

  /**
   * @param text nothing is written unless it is one
   */
  void yaml(String name, @Nullable Object text) {
    Path target = folder.resolve(name + ".yaml");
    if (text instanceof String yaml
        && !yaml.isEmpty()
        && !written.contains(target)
        && (replaces || !Files.exists(target))) {
      stage(target, out -> out.write(yaml.getBytes(StandardCharsets.UTF_8)));
    }
  }

  /**
   * @param content null if the report tells of none
   */
  void lifetimes(Path report, @Nullable Content content) {
    if (content != null) {
      stage(Sidecars.lifetime(report, folder), content);
    }
  }

  /** To be called when all reports are in. */
  void removeOthers() {
    if (!replaces) {
      return;
    }
    try (DirectoryStream<Path> old =
        Files.newDirectoryStream(
            folder, "{" + CLUSTER + "*.yaml," + MESH + "*.yaml,*" + Sidecars.LIFETIME + "}")) {
      for (Path file : old) {
        if (!written.contains(file)) {
          files.removeFirst(file);
        }
      }
    } catch (IOException e) {
      throw unwritable(folder, e);
    }
  }

  private void stage(Path target, Content content) {
    written.add(target);
    try {
      files.stageFirst(
          target,
          out -> {
            try {
              content.writeTo(out);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (IOException e) {
      throw unwritable(target, e);
    }
  }

  private static TilescopeException unwritable(Path target, IOException e) {
    return new TilescopeException(
        "cannot write " + target + ": " + Objects.toString(e.getMessage(), e.toString()), e);
  }
}
