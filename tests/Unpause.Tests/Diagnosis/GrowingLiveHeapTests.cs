using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Go;

namespace Unpause.Tests.Diagnosis;

public class GrowingLiveHeapTests
{
    /// <summary>
    /// A cycle each 100 ms: the heap grows to 300 MB, for a part of the time with a heap loaded at start-up, to the end with a leak. A
    /// loaded heap that is collected often is no leak, however many cycles ran while it was loaded.
    /// </summary>
    [Theory]
    [InlineData(100, true)]
    [InlineData(70, true)]
    [InlineData(10, false)]
    [InlineData(40, false)]
    public void Check_HeapThatFills_FiresIfItDidNotStopLongAgo(int cyclesOfGrowth, bool fires)
    {
        var lines = Enumerable.Range(1, 100).Select(number =>
        {
            var live = 10 + (290 * Math.Min(number, cyclesOfGrowth) / cyclesOfGrowth);
            return FormattableString.Invariant(
                $"gc {number} @{number * 0.1:0.000}s 9%: 0.02+9.0+0.01 ms clock, 0.1+6.0/9.0/0+0.1 ms cpu, {
                    live + 5}->{live + 5}->{live} MB, {live + 5} MB goal, 0 MB stacks, 0 MB globals, 2 P\n");
        });
        var verdict = new GrowingLiveHeap().Check(AnalysedProcess.From(Assert.Single(Samples.Of(string.Concat(lines)))));
        if (fires) Assert.IsType<Verdict.FoundVerdict>(verdict);
        else Assert.Same(Verdict.Silent, verdict);
    }
}
