using Unpause.Recordings.Words;

namespace Unpause.Experiments.Labs;

/// <summary>
/// <c>unpause lab checkout</c>: a Node.js service that remembers whole orders, and whose requests outlive the semi-space.
/// </summary>
public sealed class CheckoutLab : Lab
{
    private const string Node = "node", WholeOrders = "whole-orders", Answers = "answers", LargerSemiSpace = "larger-semi-space";

    /// <inheritdoc/>
    public override string Name => "checkout";

    /// <inheritdoc/>
    public override string Description =>
        "A Node.js service that remembers every order for ever, and promotes what its requests hold. Needs Node.js (14 or later).";

    /// <inheritdoc/>
    public override string Headline =>
        "A checkout service: requests that wait for the payment provider hold more than the young generation, "
        + "and answers are kept for ever.";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Modes { get; } = [WholeOrders, Answers, LargerSemiSpace];

    /// <inheritdoc/>
    public override LabLoad Defaults { get; } = new(12, 150, 70_000_000);

    /// <inheritdoc/>
    public override IReadOnlyList<LabRow> Rows { get; } =
    [
        LabRow.Duration("young collections, total", run => Total(run, Generations.Young)),
        LabRow.Duration("full collections, total", run => Total(run, Generations.Full)),
        LabRow.Bytes("promoted per second", run => run.Process.Summary.Heap.PromotionRateBytesPerSecond),
        LabRow.Bytes("most memory in use", run => run.Process.Summary.Heap.PeakBytes),
    ];

    /// <inheritdoc/>
    public override Func<LabTask, LabRun?> Prepare(LabFolder folder)
    {
        LabCompiler.Run(new ProcessStartInfo(Node, ["--check", folder["service.js"]]), "apt-get install nodejs");
        return task => LabRun.Record(
            task,
            [
                Node, task.Mode == LargerSemiSpace ? "--max-semi-space-size=64" : "--max-semi-space-size=16", folder["service.js"],
                task.Folder, task.Mode == WholeOrders ? WholeOrders : Answers, $"{task.Load.Seconds}", $"{task.Load.Rate}", $"{task.Seed}",
            ]);
    }

    private static double? Total(LabRun run, string generation) =>
        run.Process.Summary.Collections.ByGeneration.FirstOrDefault(each => each.Generation == generation)?.PauseTotalNanoseconds;
}
