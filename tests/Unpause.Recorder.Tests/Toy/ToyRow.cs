using Unpause.Recorder.Runtimes;
using Unpause.Recordings;

namespace Unpause.Recorder.Tests.Toy;

/// <summary>An invented runtime, added to the recorder like a real one: a row with its switch and its live recorder.</summary>
internal static class ToyRow
{
    public const string Id = "toy";

    public static RecordedRuntime Row { get; } = new(
        new RuntimeTraits(Id, "Toy") { OneOf = "a Toy", AllOf = "Toys" }, new ToySwitch(), new LiveToy());

    public static RecorderTable Table { get; } = new([.. RecorderTable.Default.Runtimes, Row]);
}
