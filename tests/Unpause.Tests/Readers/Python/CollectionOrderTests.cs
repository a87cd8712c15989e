using Unpause.Recordings.Readers.Python;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Python;

/// <summary>Which collections CPython cannot have begun by itself, from the order of their generations.</summary>
public sealed class CollectionOrderTests
{
    [Theory]
    [InlineData("2", "")] // what came before the recording is unknown
    [InlineData("222", "12")]
    [InlineData("2012", "")]
    [InlineData("202", "2")] // generation 2 needs one of generation 1 in between
    [InlineData("2122", "13")]
    [InlineData("11", "1")]
    [InlineData("1000100", "")]
    [InlineData("000", "")]
    public void Take_Generations_FindsWhatNoThresholdCanHaveBegun(string generations, string induced)
    {
        var order = new CollectionOrder();
        var found = "";
        for (var i = 0; i < generations.Length; i++) found += order.Take((byte)(generations[i] - '0')) ? $"{i}" : "";
        Assert.Equal(induced, found);
    }

    /// <summary>fixtures/python/collects.py calls gc.collect() alone; unpause record saw it from outside.</summary>
    [Fact]
    public void AgentReader_CollectsFromOutside_AreInducedButTheFirst()
    {
        var recording = Assert.Single(Samples.Load("tests", "Unpause.Tests", "fixtures", "python", "collects-outside.upgc.gz"));
        Assert.Equal(66, recording.Collections.Count);
        Assert.Null(recording.Collections[0].Cause);
        Assert.All(
            recording.Collections.Skip(1), collection => Assert.Equal((Causes.Induced, true), (collection.Cause, collection.Induced)));
    }
}
