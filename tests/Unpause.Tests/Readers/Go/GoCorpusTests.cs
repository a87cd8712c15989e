using System.Globalization;

namespace Unpause.Tests.Readers.Go;

/// <summary>The traces of Go 1.0 to 1.4 in ../shared/corpus/go against their tables.</summary>
public class GoCorpusTests
{
    [CorpusTheory("corpus", "go")]
    [InlineData("go1_0_3", 1_000_000, "mark,sweep,cleanup")]
    [InlineData("go1_1", 1_000_000, "mark,sweep,cleanup")]
    [InlineData("go1_2", 1_000_000, "mark,sweep,cleanup")]
    [InlineData("go1_3", 1_000, "seq,sweep,mark,wait")]
    [InlineData("go1_4", 1_000, "seq,sweep,mark,wait")]
    public void GoCorpus_EveryFile_MatchesTheTable(string name, long unit, string phases)
    {
        var log = RepositoryFolder.SharedFile("corpus", "go", $"log2csv-{name}.log");
        var recording = Assert.Single(Samples.Load(log));
        var table = File.ReadAllLines(Path.ChangeExtension(log, ".csv"));
        var head = table[0].Split(',');
        Assert.Equal(table.Length - 1, recording.Collections.Count);
        for (var row = 1; row < table.Length; row++)
        {
            var fields = table[row].Split(',');
            long Field(string column) => long.Parse(fields[Array.IndexOf(head, column)], CultureInfo.InvariantCulture);
            var collection = recording.Collections[row - 1];
            Assert.Equal(Field("numgc"), collection.Number);
            Assert.Equal(phases.Split(',').Sum(phase => Field(phase) * unit), recording.Pauses[row - 1].DurationNanoseconds);
            Assert.Equal(Field(phases.StartsWith("seq", StringComparison.Ordinal) ? "heap1" : "heap0") << 20, collection.HeapBeforeBytes);
            Assert.False(recording.Pauses[row - 1].HasTime);
        }

        Assert.Null(recording.DurationNanoseconds);
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
    }

    [Fact]
    public void GoCorpus_Go14Estimate_BelongsToThePreviousCollection()
    {
        var recording = Assert.Single(Samples.Of("""
            gc1(2): 5+0+186+0 us, 1 -> 4 MB, 18 (19-1) objects, 2 goroutines, 0/0/0 sweeps, 0(0) handoff, 0(0) steal, 0/0/0 yields
            gc2(2): 5+0+186+0 us, 2 -> 7 MB, 18 (19-1) objects, 2 goroutines, 0/0/0 sweeps, 0(0) handoff, 0(0) steal, 0/0/0 yields
            """));
        Assert.Equal(2L << 20, recording.Collections[0].HeapAfterBytes);
        Assert.Null(recording.Collections[1].HeapAfterBytes);
        Assert.Equal(5L << 20, recording.Collections[1].AllocatedBytes);
    }
}
