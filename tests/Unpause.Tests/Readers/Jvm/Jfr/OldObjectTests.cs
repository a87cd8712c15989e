using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Jvm;
using Unpause.Analysis.Retainers;
using Unpause.Recordings.Objects;

namespace Unpause.Tests.Readers.Jvm.Jfr;

/// <summary>What retains the objects: replies in the tasks of Netty's wheel timer.</summary>
[Trait("Tier", "live")]
public class OldObjectTests
{
    [Theory]
    [InlineData("timed-g1-jdk17")]
    [InlineData("timed-g1-jdk25")]
    public void OldObject_Timer_TaskIsNamed(string name)
    {
        var recording = Assert.Single(Tests.Samples.Of(JfrTruth.Bytes(name)));
        var retainers = HeapRetainers.Compute(recording)!;
        var retainer = retainers.Retainers[0];
        Assert.Equal(
            "byte[] ← TimedReplies$Response.body ← TimedReplies$RpcFuture.response ← TimedReplies$$Lambda.arg$1 ← "
            + "HashedWheelTimer$HashedWheelTimeout.task ← …",
            retainer.Text);
        Assert.Equal("io.netty.util.HashedWheelTimer$HashedWheelTimeout", retainer.Via!.Value.Retainer);
        Assert.Equal("task", retainer.Via.Value.Field);
        Assert.Equal("HashedWheelTimer.wheel", retainer.Container.ToString());
        Assert.Equal("Threads", retainer.Root!.System);
        Assert.Equal("TimedReplies$Response.<init>", retainer.Stack[0]);
        // The timeout is 3 s, and a task runs at the next tick of 100 ms; a loaded machine is late.
        Assert.InRange(retainer.MaxAgeNanoseconds, 1_000_000_000, 4_500_000_000);
        Assert.InRange(retainer.MedianAgeNanoseconds, retainer.MinAgeNanoseconds, retainer.MaxAgeNanoseconds);
    }

    /// <summary>The tool prints every sample of both dumps, and the chain of those that were dumped with it.</summary>
    [Theory]
    [InlineData("timed-g1-jdk17")]
    [InlineData("timed-g1-jdk25")]
    public void OldObject_Counts_MatchJfrPrint(string name)
    {
        var recording = Assert.Single(Tests.Samples.Of(JfrTruth.Bytes(name)));
        var blocks = JfrTruth.Print(name, ["--events", "jdk.OldObjectSample"]).Split("jdk.OldObjectSample {").Skip(1).ToList();
        var held = blocks.Count(
            block => block.Contains("task : io.netty.util.HashedWheelTimer$HashedWheelTimeout", StringComparison.Ordinal));
        Assert.True(held > 10);
        Assert.Equal(
            held,
            recording.OldObjects!.Count(item => item.Retainers.Any(
                reference => reference is { Field: "task", Retainer: "io.netty.util.HashedWheelTimer$HashedWheelTimeout" })));
        Assert.InRange(recording.OldObjects!.Count, held, blocks.Count);
    }

    /// <summary>The JVM writes its samples again with each dump.</summary>
    [Fact]
    public void OldObject_RepeatedObject_CountsOnce()
    {
        var bytes = JfrTruth.Bytes("timed-g1-jdk17");
        var once = Assert.Single(Tests.Samples.Of(bytes)).OldObjects!;
        var twice = Assert.Single(Tests.Samples.Of([.. bytes, .. bytes])).OldObjects!;
        Assert.Equal(once.Count, twice.Count);
        Assert.Equal(once.Count(item => item.Retainers.Count > 0), twice.Count(item => item.Retainers.Count > 0));
    }

    [Theory]
    [InlineData("timed-g1-jdk17.jfr.gz")]
    [InlineData("timed-g1-jdk25.jfr.gz")]
    public void OldObject_Rule_NamesTheRetainer(string name)
    {
        var found = Assert.IsType<Verdict.FoundVerdict>(Tests.Samples.Ask(new DominantRetainer(), "samples", "jvm", name)).Finding;
        Assert.StartsWith("HashedWheelTimer$HashedWheelTimeout.task retains ", found.Title, StringComparison.Ordinal);
        Assert.Contains(
            found.Evidence,
            evidence => evidence.Text.Contains("Response.body ← TimedReplies$RpcFuture.response", StringComparison.Ordinal));
        Assert.Contains("cancel the timer task", found.Advice[0].Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("g1-jdk17.jfr.gz")]
    [InlineData("g1-jdk25.jfr.gz")]
    [InlineData("zgc-jdk25.jfr.gz")]
    [InlineData("parallel-jdk17.jfr.gz")]
    public void DominantRetainer_ObjectsThatDieYoung_IsSilent(string name) =>
        Assert.Equal(Verdict.Silent, Tests.Samples.Ask(new DominantRetainer(), "samples", "jvm", name));

    [Fact]
    public void OldObject_LinkedList_FindsTheSharedContainer()
    {
        var recording = Recorded.Begun();
        recording.OldObjects = [];
        for (var i = 0; i < 10; i++)
        {
            var references = new List<ObjectReference> { new("app.Entry", "body", false, false, 1000 + i) };
            for (var link = 0; link < i; link++)
            {
                references.Add(new("java.util.LinkedList$Node", link % 2 == 0 ? "next" : "prev", false, true, (100 * i) + link));
            }

            references.Add(new("java.util.LinkedList", "first", false, true, 7));
            references.Add(new("app.Registry", "entries", true, false, 8));
            recording.OldObjects.Add(new OldObject(
                "byte[]", 32, 5_000_000_000, (i + 1) * 100_000_000L, references, new ObjectRoot("Class Loader Data", null, null), []));
        }

        var retainers = HeapRetainers.Compute(recording.Build())!;
        Assert.Equal((10, 10), (retainers.Objects, retainers.Held));
        Assert.Equal(
            [
                "byte[] ← Entry.body ← Node.next ← LinkedList.first ← Registry.entries",
                "byte[] ← Entry.body ← LinkedList.first ← Registry.entries"
            ],
            retainers.Retainers.Select(retainer => retainer.Text.Replace("LinkedList$", "", StringComparison.Ordinal)));
        Assert.Equal(("Entry.body", "Registry.entries"), (retainers.Retainers[0].Via.ToString(),
            retainers.Retainers[0].Container.ToString()));
        Assert.Equal([9, 1], retainers.Retainers.Select(retainer => retainer.Objects));
        Assert.Equal(320, retainers.Retainers.Sum(retainer => retainer.Bytes));
        Assert.Equal((200_000_000, 1_000_000_000), (retainers.Retainers[0].MinAgeNanoseconds, retainers.Retainers[0].MaxAgeNanoseconds));
    }

    [Theory]
    [InlineData("[B", "byte[]")]
    [InlineData("[[Ljava/lang/String;", "java.lang.String[][]")]
    [InlineData("java/util/HashMap$Node", "java.util.HashMap$Node")]
    [InlineData("App$$Lambda$14/0x0000000800c03000", "App$$Lambda")]
    [InlineData("App$$Lambda$14+0x0000000800c03000", "App$$Lambda")]
    [InlineData("a/App$$Lambda/0x000001", "a.App$$Lambda")]
    [InlineData("[Lapp/Hidden+0x000001;", "app.Hidden[]")]
    [InlineData("", null)]
    public void OldObject_ClassNames_AreThoseOfTheSource(string name, string? readable) =>
        Assert.Equal(readable, Unpause.Recordings.Readers.Jvm.JvmTypeNames.Readable(name));
}
