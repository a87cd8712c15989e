using System.Text;
using Unpause.Recordings.Cycles;

namespace Unpause.Tests.Cycles;

/// <summary>Analysis of garbage, compared with programs whose allocations are known.</summary>
public class CycleMaterialTests
{
    // samples/python/cycles/kinds.py: objects of 100 of each.
    [Theory]
    [InlineData("Tree", 1_400, "Tree.children → list[0] → Tree.parent → Tree", "link", "Tree.parent")]
    [InlineData("type Row", 600, "type Row.__mro__ → tuple[0] → type Row", "class", "__mro__")]
    [InlineData("ValueError", 400,
        "ValueError.__traceback__ → traceback.tb_frame → frame caught local kept → ValueError", "exception", "variable kept of caught")]
    [InlineData("function walk", 300, "function walk closure walk → function walk", "closure", "inner function walk")]
    [InlineData("Handler", 200, "Handler.on_event → method.__self__ → Handler", "bound_method", "WeakMethod")]
    public void CycleMaterial_EachKind_IsCountedAndHasItsAdvice(string title, int objects, string path, string pattern, string cure)
    {
        var document = CycleSamples.Read("kinds");
        var group = Assert.Single(document.Groups, group => group.Title == title);
        Assert.InRange(group.EstimatedObjects, objects * 0.99, objects * 1.01);
        Assert.InRange(group.SharePercent, (100.0 * objects / 2_900) - 0.5, (100.0 * objects / 2_900) + 0.5);
        Assert.Equal(path, group.PathText);
        Assert.Equal(pattern, group.Cure.Pattern);
        Assert.Contains(cure, group.Cure.Text, StringComparison.Ordinal);
    }

    /// <summary>Found by tests/fuzz.</summary>
    [Fact]
    public void CycleMaterial_FrameWithoutCode_HasNoName()
    {
        PathStep[] path = [new("traceback", null, PathStep.Attribute, "tb_frame"), new("frame", null, PathStep.Local, "error")];
        Assert.DoesNotContain("variable error", CycleCure.Choose(path, []).Text, StringComparison.Ordinal);
    }

    [Fact]
    public void CycleMaterial_ProcessCounts_AreExact()
    {
        var document = CycleSamples.Read("kinds");
        var process = Assert.Single(document.Processes);
        Assert.Equal([4L, 3, 3], process.Generations.Select(generation => generation.Collections));
        Assert.Equal((7L, 0L, 0L, 0L), (process.SnapshotsExact, process.SnapshotsInexact, process.SnapshotsLost, process.Left!.Value));
        Assert.InRange(document.Garbage, 2_900, 2_910);
        Assert.InRange(document.SharePercentOfAllocated!.Value, 1, 60);
        Assert.False(document.Unreadable);
    }

    [Fact]
    public void CycleMaterial_Lab_ListsItsCycleFirst()
    {
        var document = CycleSamples.Read("recommendations");
        var group = document.Groups[0];
        Assert.Equal("StepSnapshot", group.Title);
        Assert.InRange(group.SharePercent, 99, 100);
        Assert.Equal("StepSnapshot.previous → StepSnapshot.following → StepSnapshot", group.PathText);
        Assert.Equal(new TypeCount("pipeline.StepSnapshot", 6), Assert.Single(group.Types));
        // 100 requests of six snapshots, with the candidates and lists that only these retain; the last one is alive at the end.
        Assert.InRange(group.EstimatedObjects, 99 * 84 * 0.95, 100 * 84);
        Assert.InRange(document.SharePercentOfAllocated!.Value, 0.2, 2);
    }

    [Fact]
    public void CycleMaterial_TruncatedFile_IsNotedAndTheOthersCount()
    {
        var whole = CycleSamples.Look("kinds", 1);
        var document = CycleMaterial.Read([CycleSamples.Of(whole[..(whole.Length / 2)]), .. CycleSamples.Inputs("kinds")])!;
        Assert.True(document.Unreadable);
        Assert.Contains("is incomplete", Assert.Single(document.Notes), StringComparison.Ordinal);
        Assert.Equal(CycleSamples.Read("kinds").Seen, document.Seen);
    }

    /// <summary>Found by tests/fuzz: two entries with the same number in the process's file.</summary>
    [Fact]
    public void WatchedProcess_TwoSnapshotsOfOneNumber_KeepsTheFirst()
    {
        const int looksAt = 256, lookBytes = 40;
        var file = CycleSamples.Unpacked("kinds", "process.upcc.gz");
        var whole = WatchedProcess.Read(file)!;
        file.AsSpan(looksAt, sizeof(int)).CopyTo(file.AsSpan(looksAt + lookBytes));
        Assert.Equal(whole.Snapshots.Count - 1, WatchedProcess.Read(file)!.Snapshots.Count);
        Assert.NotNull(CycleMaterial.Read([CycleSamples.Of(file)]));
    }

    [Fact]
    public void CycleMaterial_ImpossibleObjectCount_IsNoted()
    {
        const string end = "z\t4611686018427387904\t4611686018427387904\t1\t0\t0\t0\t5";
        var document = CycleMaterial.Read([CycleSamples.OfLines(end), CycleSamples.OfLines(end), .. CycleSamples.Inputs("kinds")])!;
        Assert.True(document.Unreadable);
        Assert.Equal(CycleSamples.Read("kinds").Garbage, document.Garbage);
    }

    [Fact]
    public void Read_OtherFormat_IsNull() => Assert.Null(CycleMaterial.Read([CycleSamples.Of("[0.1s][info][gc] GC(0)"u8.ToArray())]));

    [Fact]
    public void CycleMaterial_SnapshotCutAnywhere_IsCompleteOrNoted()
    {
        var whole = CycleSamples.Look("recommendations", 5);
        for (var length = 0; length < whole.Length; length++)
        {
            var document = CycleMaterial.Read([CycleSamples.Of(whole[..length])]);
            Assert.True(document is null || document.Unreadable || document.Seen == 84, $"{length}");
        }
    }

    [Theory]
    [InlineData("t\t99999999\tx", "o\t1\t1\t0\t0\t\t\t", "e\t5\t6\ta\tx", "z\t1\t1\t1\t0\t0\t1\t1")]
    [InlineData("t\t0\tx", "o\t0\t9223372036854775807\t0\t9223372036854775807\t\t\t", "e\t0\t0\ta\tx", "z\t9\t1\t1\t0\t0\t1\t1")]
    [InlineData("t\t0", "o\t0", "o\t-1\t5\t0\t0\t\t\t", "e", "z\t9\t9223372036854775807\t-1\t0\t0\t1\t1")]
    [InlineData("z\t5\t9\t0\t0\t0\t0\t0", "", "\0\0", "q\t1")]
    public void CycleMaterial_ImpossibleLines_AreIgnored(params string[] lines)
    {
        var document = CycleMaterial.Read([CycleSamples.OfLines(lines)]);
        Assert.True(document is null or { Unreadable: true } or { Groups.Count: <= 1 });
    }

    [Fact]
    public void Paths_SecretsAmongKeys_AreRedacted()
    {
        // A key of the sample becomes a token of the same kind.
        const string token = "ghp_4fR8sK2mQ9xW7vB1nC6tZ3yL5hJ0pD8aE2gU";
        var snapshot = Encoding.UTF8.GetString(CycleSamples.Look("kinds", 1));
        var keyed = string.Join('\n', snapshot.Split('\n').Select(line =>
            line.Split('\t') is ["e", var from, var to, "a", _] ? $"e\t{from}\t{to}\tk\t{token}" : line));
        Assert.Contains(token, keyed, StringComparison.Ordinal);
        var document = CycleMaterial.Read([CycleSamples.Of(Encoding.UTF8.GetBytes(keyed))])!;
        Assert.Contains(document.Groups, group => group.PathText?.Contains("[hidden]", StringComparison.Ordinal) ?? false);
        Assert.DoesNotContain(document.Groups, group => $"{group.PathText} {group.Cure.Text}".Contains(token, StringComparison.Ordinal));
    }

    [Fact]
    public void CycleMaterial_DamagedBytes_GiveADocument()
    {
        var random = new Random(11);
        var whole = CycleSamples.Look("kinds", 1);
        for (var turn = 0; turn < 200; turn++)
        {
            var damaged = whole.AsSpan().ToArray();
            for (var i = 0; i < 20; i++) damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            var document = CycleMaterial.Read([CycleSamples.Of(damaged)]);
            Assert.True(document is null || document.Groups.All(group => group.SharePercent is >= 0 and <= 100));
        }
    }

    [Fact]
    public void CycleMaterial_LongChainAndHugeRing_NeedNoStack()
    {
        const int objects = 200_000;
        var text = new StringBuilder("unpause-cycles\t1\t7\t1\t1\t2\t1\nt\t0\tm.Node\n");
        for (var i = 0; i < objects; i++) text.Append("o\t0\t48\t0\t0\t\t\t\n");
        for (var i = 0; i < objects; i++) text.Append("e\t").Append(i).Append('\t').Append((i + 1) % objects).Append("\ta\tnext\n");
        text.Append("z\t200000\t200000\t1\t0\t0\t200000\t1\n");
        var group = Assert.Single(CycleMaterial.Read([CycleSamples.Of(Encoding.UTF8.GetBytes(text.ToString()))])!.Groups);
        Assert.Equal((1L, 200_000L, 0), (group.Cycles, group.InCycles, group.Path.Count));
    }
}
