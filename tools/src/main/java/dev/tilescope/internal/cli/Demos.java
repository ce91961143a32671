package dev.tilescope.internal.cli;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.demo.Bert;
import dev.tilescope.internal.demo.DemoModel;
import dev.tilescope.internal.demo.Llama;
import dev.tilescope.internal.demo.ResNet50;
import dev.tilescope.internal.demo.TransformersLlama;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The demo models by name and size. */
final class Demos {
  private static final int PROMPT = 128;
  private static final List<String> SIZES = List.of("tiny", "base", "large");

  /** Other ways to call a model than its own. */
  static final String TT_TRANSFORMERS = "tt-transformers";

  private Demos() {}

  private interface Loader {
    DemoModel load(MeshDevice device);
  }

  /**
   * A model that has been chosen and is not loaded yet.
   *
   * @param computesMuch seconds, not milliseconds
   */
  record Choice(boolean computesMuch, Loader loader) {
    DemoModel load(MeshDevice device) {
      return loader.load(device);
    }
  }

  /** A model as a library of TT-NN's calls it. */
  static Choice styled(
      CommandLine line,
      String style,
      String model,
      @Nullable Integer layers,
      @Nullable Integer batch,
      @Nullable Integer sequence) {
    require(
        line,
        style.equals(TT_TRANSFORMERS) && model.equalsIgnoreCase("llama"),
        "--style is for llama and must be tt-transformers, got " + style + " for " + model);
    require(line, batch == null, "--batch: tt-transformers decodes for 32 users; leave it out");
    OptionBounds.requireAtLeast(line.getCommandSpec(), "--layers", 1, layers);
    int passes = layers == null ? 1 : layers;
    int tokens = sequence == null ? PROMPT : sequence;
    return new Choice(true, device -> new TransformersLlama(device, passes, tokens));
  }

  /** Usage errors name the option. */
  static Choice choose(
      CommandLine line,
      String model,
      String size,
      @Nullable Integer layers,
      @Nullable Integer batch,
      @Nullable Integer sequence) {
    int index = SIZES.indexOf(size.toLowerCase(Locale.ROOT));
    require(line, index >= 0, "--size must be tiny, base or large, got " + size);
    OptionBounds.requireAtLeast(line.getCommandSpec(), "--layers", 1, layers);
    OptionBounds.requireAtLeast(line.getCommandSpec(), "--batch", 1, batch);
    OptionBounds.requireAtLeast(line.getCommandSpec(), "--seq", 1, sequence);
    Loader loader = loader(line, model.toLowerCase(Locale.ROOT), index, layers, batch, sequence);
    return new Choice(index > 0, loader);
  }

  private static Loader loader(
      CommandLine line,
      String model,
      int index,
      @Nullable Integer layers,
      @Nullable Integer batch,
      @Nullable Integer sequence) {
    Loader loader =
        switch (model) {
          case "bert" -> bert(index, layers, batch, sequence);
          case "resnet50" -> resnet(index, batch, sequence);
          case "llama" -> llama(index, batch, sequence);
          default ->
              throw new ParameterException(
                  line, "MODEL must be bert, resnet50 or llama, got " + model);
        };
    require(
        line,
        layers == null || model.equals("bert"),
        "--layers is for bert; " + model + " has those of its --size");
    return loader;
  }

  private static void require(CommandLine line, boolean holds, String message) {
    if (!holds) {
      throw new ParameterException(line, message);
    }
  }

  private static Loader bert(
      int index, @Nullable Integer layers, @Nullable Integer batch, @Nullable Integer sequence) {
    Bert.Size whole = List.of(Bert.Size.TINY, Bert.Size.BASE, Bert.Size.LARGE).get(index);
    Bert.Size size = layers == null ? whole : whole.withLayers(layers);
    Bert.Size fed = batch == null ? size : size.withBatch(batch);
    Bert.Size asked = sequence == null ? fed : fed.withSequence(sequence);
    return device -> new Bert(asked, device);
  }

  private static Loader resnet(int index, @Nullable Integer batch, @Nullable Integer side) {
    ResNet50.Size size =
        List.of(ResNet50.Size.TINY, ResNet50.Size.BASE, ResNet50.Size.LARGE).get(index);
    ResNet50.Size fed = batch == null ? size : size.withBatch(batch);
    ResNet50.Size asked = side == null ? fed : fed.withSide(side);
    return device -> new ResNet50(asked, device);
  }

  private static Loader llama(int index, @Nullable Integer batch, @Nullable Integer sequence) {
    Llama.Size size = List.of(Llama.Size.TINY, Llama.Size.BASE, Llama.Size.LARGE).get(index);
    Llama.Size fed = batch == null ? size : size.withBatch(batch);
    Llama.Size asked = sequence == null ? fed : fed.withSequence(sequence);
    return device -> new Llama(asked, device);
  }
}
