using System.Text.RegularExpressions;
using Unpause.Analysis.Diagnosis.DotNet;
using Unpause.Recordings.Allocations;
using Unpause.Tests.Readers.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class LargeObjectThresholdTests
{
    /// <summary>For arrays of 100,000 to 285,000 bytes, 131072 had no effect, and 524288 ended the gen2 collections.</summary>
    [Fact]
    public void Threshold_RecordedSizes_CoversThem()
    {
        var finding = Findings.Of(new LargeObjectChurn(), "sized");
        Assert.NotNull(finding);
        var advice = Assert.Single(finding.Advice, advice => advice.Setting?.Contains("LOHThreshold", StringComparison.Ordinal) == true);
        Assert.Equal("DOTNET_GCLOHThreshold=0x80000", advice.Setting);
        Assert.Contains("\"System.GC.LOHThreshold\": 524288", advice.Text, StringComparison.Ordinal);
        Assert.Null(Findings.Of(new LargeObjectChurn(), "sized-threshold"));
    }

    [Fact]
    public void Threshold_NoSizesOrTooLarge_IsNotAdvised()
    {
        Assert.Null(LargeObjectThreshold.For(NettraceSample.Read("hard-limit")));
        var recording = NettraceSample.Read("sized");
        var large = new long[LargeObjectSizes.MostSteps];
        (large[^1], large[20]) = (1_000_000, 1_000);
        Assert.Null(LargeObjectThreshold.For(
            recording with { Allocations = recording.Allocations! with { LargeSizes = new LargeObjectSizes(large, 5_000) } }));
    }

    [Theory]
    [InlineData("queues", "Queues.Events", "segments", "ConcurrentQueue")]
    [InlineData("queues", "Queues.Jobs", "backing arrays", "Queue")]
    [InlineData("queues", "Queues.Undo", "backing arrays", "Stack")]
    [InlineData("queues", "Queues.Deadlines", "backing arrays", "PriorityQueue")]
    [InlineData("queues", "Queues.Sessions", "bucket tables", "ConcurrentDictionary")]
    [InlineData("queues", "Queues.Names", "backing arrays", "SortedList")]
    [InlineData("large-insides", "LargeInsides.Members", "backing arrays", "List")]
    [InlineData("large-insides", "LargeInsides.Seen", "backing arrays", "HashSet")]
    [InlineData("large-insides", "LargeInsides.ById", "backing arrays", "Dictionary")]
    public void Advice_BackingArrays_NamesTheCollection(string sample, string place, string objects, string container)
    {
        var finding = Findings.Of(new LargeObjectChurn(), sample);
        Assert.NotNull(finding);
        var advice = Assert.Single(finding.Advice, advice => advice.Text.Contains(place, StringComparison.Ordinal));
        Assert.StartsWith($"Third, the {objects} of {container} of AllocatingProgram.{place}:", advice.Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Slot[System.Int64][]", "segments of ConcurrentQueue")]
    [InlineData("System.Collections.Concurrent.ConcurrentQueueSegment`1+Slot[System.Int64][]", "segments of ConcurrentQueue")]
    [InlineData("VolatileNode[System.Int32,System.Int32][]", "bucket tables of ConcurrentDictionary")]
    [InlineData("Entry[System.Int32][]", "backing arrays of HashSet or Dictionary")]
    [InlineData("My.Slot[]", "other arrays")]
    public void Replacement_NoStack_IsChosenByType(string type, string name) =>
        Assert.Equal(name, LargeObjectReplacement.Choose(new AllocationSite(type, AllocationHeap.Large, 1, 1, [])).Name);

    [Fact]
    public void Replacement_ListOfQueues_IsThatOfList() => Assert.Equal(
        "backing arrays of List",
        LargeObjectReplacement.Choose(new AllocationSite(
            "System.Object[]",
            AllocationHeap.Large,
            1,
            1,
            ["System.Collections.Generic.List`1[System.Collections.Generic.Queue`1[System.Int32]].set_Capacity"])).Name);

    /// <summary>Each type of ours that an advice names must exist.</summary>
    [Theory]
    [InlineData("queues")]
    [InlineData("large-insides")]
    [InlineData("large-objects")]
    [InlineData("hard-limit")]
    public void Replacement_EachNamedType_Exists(string sample)
    {
        string[] ours =
        [
            .. new[] { "Unpause.Collections", "Unpause.IO" }
                .SelectMany(project => Directory.GetFiles(RepositoryFolder.File("libraries", "src", project), "*.cs",
                    SearchOption.AllDirectories))
                .SelectMany(file => Regex.Matches(File.ReadAllText(file), @"public (?:static |sealed )*(?:partial )?class (\w+)"))
                .Select(match => match.Groups[1].Value),
        ];
        foreach (var advice in Findings.Of(new LargeObjectChurn(), sample)!.Advice)
        {
            foreach (Match name in Regex.Matches(advice.Text + advice.Code, @"\b(Chunked|Pooled)\w+|\b(Base64XmlStream|Transcoder)\b"))
            {
                Assert.Contains(name.Value, ours);
            }
        }
    }
}
