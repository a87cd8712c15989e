using System.Buffers.Binary;
using System.IO.Compression;
using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Recordings;
using Unpause.Recordings.Cycles;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Cycles;

/// <summary>Garbage snapshots and the recording of the same process, from <c>unpause run --cycles</c>.</summary>
public class SnapshotsBesideRecordingsTests
{
    private const string Recommendations = "recommendations-run.zip", Tracebacks = "tracebacks-kept.zip", Service = "service-run.zip";
    private const int ProcessAt = 12, SnapshotsAt = 256, SnapshotBytes = 40, WhenInSnapshot = 8, FreedInSnapshot = 24;

    [Theory]
    [InlineData(Recommendations, "cyclic-garbage", "StepSnapshot.following → StepSnapshot.previous → StepSnapshot")]
    [InlineData(Tracebacks, "traceback-cycles",
        "LookupError.__traceback__ → traceback.tb_frame → frame answer local problem → LookupError")]
    public void Finding_SameFiles_EqualsUnpauseCycles(string archive, string id, string path)
    {
        var files = Entries(archive);
        var cycles = CycleMaterial.Read([.. files.Select(Input)])!;
        var group = cycles.Groups[0];
        var reported = Diagnoses.Run([.. Load(files).Recordings.Select(AnalysedProcess.From)]).Findings;
        var finding = Assert.Single(reported, found => found.Finding.Id == id).Finding;
        Assert.Equal(path, group.PathText);
        Assert.Equal(path, Assert.Single(finding.Evidence, each => each.Key == "cycle_path").Text);
        var share = Assert.Single(finding.Evidence, each => each.Key == "cycle_share_percent");
        Assert.Equal(group.SharePercent, share.Value!.Value, 1);
        Assert.Contains(
            $"{cycles.Garbage:N0} objects", share.Text, StringComparison.Ordinal);
        Assert.Contains($"{cycles.Processes[0].Snapshots} snapshots", share.Text, StringComparison.Ordinal);
        Assert.Equal(group.EstimatedBytes, Assert.Single(finding.Evidence, each => each.Key == "cycle_bytes").Value!.Value, 0.5);
        Assert.Equal(
            cycles.SharePercentOfAllocated!.Value,
            Assert.Single(finding.Evidence, each => each.Key == "garbage_of_allocated_percent").Value!.Value, 1);
        Assert.Contains(group.Cure.Text, finding.Advice[0].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Snapshots_SeveralWorkers_BelongToTheirProcess()
    {
        var files = Entries(Service);
        var cycles = CycleMaterial.Read([.. files.Select(Input)])!;
        var loaded = Load(files);
        Assert.Empty(loaded.Unread);
        Assert.Equal(2, loaded.Recordings.Count);
        Assert.All(loaded.Recordings, recording =>
        {
            var process = Assert.Single(cycles.Processes, each => each.ProcessId == recording.Source.ProcessId);
            Assert.Equal(process.Snapshots, recording.Garbage!.Snapshots);
            Assert.Equal(process.StopNanoseconds, recording.Garbage.StopNanoseconds);
            Assert.Equal(process.Generations.Sum(each => each.Collected) + process.Left, recording.Garbage.Objects);
        });
        Assert.Equal(cycles.Garbage, loaded.Recordings.Sum(recording => recording.Garbage!.Objects));
    }

    /// <summary>The predicted improvement if the cycles cause the collections, compared with the same program without them.</summary>
    [Fact]
    public void Finding_FixedProgram_HasFewerCollections()
    {
        var kept = Assert.Single(Load(Entries(Tracebacks)).Recordings);
        var freed = Assert.Single(Load(Entries("tracebacks-freed.zip")).Recordings);
        var finding = Diagnoses.Run([AnalysedProcess.From(kept)]).Findings[0].Finding;
        var promised = Assert.Single(finding.Evidence, each => each.Key == "cycle_share_of_new_percent").Value!.Value;
        Assert.InRange(100 - (100.0 * freed.Collections.Count / kept.Collections.Count), promised - 15, promised);
    }

    [Fact]
    public void SnapshotCost_SnapshotBeforeThePause_IsOutsidePauses()
    {
        var recording = Assert.Single(Load(Entries(Recommendations)).Recordings);
        Assert.Contains("outside the recorded pauses", Assert.Single(recording.Coverage.Notes).Text, StringComparison.Ordinal);
    }

    /// <summary>Like older files, in which the snapshot's callback ran after the recorder's.</summary>
    [Fact]
    public void SnapshotCost_SnapshotAfterTheStart_IsWithinAPause()
    {
        var files = Entries(Recommendations);
        var recording = Assert.Single(Load(files).Recordings);
        var clock = recording.ProgramClock!.Value.ZeroNanoseconds;
        var control = Control(files);
        var snapshot = WatchedProcess.Read(control)!.Snapshots[0];
        var collection = recording.Collections[SnapshotMatch.CollectionOf(snapshot, recording)!.Value];
        BinaryPrimitives.WriteInt64LittleEndian(
            control.AsSpan(SnapshotsAt + WhenInSnapshot), clock + collection.StartNanoseconds!.Value + 10);
        var note = Assert.Single(Assert.Single(Load(files).Recordings).Coverage.Notes).Text;
        Assert.Contains($"{Quantities.Duration(snapshot.StopNanoseconds)} of that within recorded pauses", note, StringComparison.Ordinal);
    }

    /// <summary>A generation that freed more, without a snapshot of any of it.</summary>
    [Fact]
    public void Share_UnsampledObjects_IsALowerBound()
    {
        var files = Entries(Recommendations);
        const int freedByGen0 = 80;
        BinaryPrimitives.WriteInt64LittleEndian(Control(files).AsSpan(freedByGen0), 10_000);
        var reported = Diagnoses.Run([.. Load(files).Recordings.Select(AnalysedProcess.From)]).Findings;
        var finding = Assert.Single(reported, found => found.Finding.Id == "cyclic-garbage").Finding;
        Assert.Contains("are at least ", finding.Title, StringComparison.Ordinal);
        var cycles = CycleMaterial.Read([.. files.Select(Input)])!;
        var notSeen = Assert.Single(finding.Evidence, each => each.Key == "garbage_unsampled_percent").Value!.Value;
        Assert.Equal(100 * cycles.NotSeen / cycles.Garbage, notSeen, 1);
    }

    [Fact]
    public void Finding_UselessCollections_SaysWhetherTheCollectorIsNeeded()
    {
        var broken = Futile(Assert.Single(Load(Entries("recommendations-broken.zip")).Recordings));
        Assert.Contains("almost no cyclic garbage", broken.Advice[^1].Text, StringComparison.Ordinal);
        Assert.InRange(Assert.Single(broken.Evidence, each => each.Key == "garbage_objects").Value!.Value, 0, 200);
        var needed = Futile(Assert.Single(Load(Entries(Recommendations)).Recordings));
        Assert.Contains("needed mainly for cycles of StepSnapshot", needed.Advice[^1].Text, StringComparison.Ordinal);
        var unlooked = Futile(Assert.Single(Samples.Load("samples", "python", "recommend-default.upgc")));
        Assert.Equal("unpause run --cycles -- CMD", unlooked.Advice[^1].Code);
    }

    [Fact]
    public void Finding_CheapCycles_IsAbsent()
    {
        var recording = Assert.Single(Load(Entries("kinds-run.zip")).Recordings);
        var diagnoses = Diagnoses.Run([AnalysedProcess.From(recording)]);
        Assert.True(recording.Garbage!.Cycles.Count >= 5);
        Assert.DoesNotContain(diagnoses.Findings, found => found.Finding.Id is "cyclic-garbage" or "traceback-cycles");
    }

    /// <summary>Snapshots are recommended only if something can be saved.</summary>
    [Theory]
    [InlineData("web.upgc.gz", true)]
    [InlineData("live-usdt.upgc", false)]
    public void NotJudged_ExpensiveCollections_AsksForSnapshots(string sample, bool asked)
    {
        var process = AnalysedProcess.From(Assert.Single(Samples.Load("samples", "python", sample)));
        Assert.Equal(asked, Diagnoses.Run([process]).NotApplicable.Any(rule => rule.RuleId == "cyclic-garbage"));
    }

    [Fact]
    public void Snapshots_OfAnotherProcess_AreNotJoined()
    {
        var files = Entries(Recommendations);
        BinaryPrimitives.WriteInt32LittleEndian(Control(files).AsSpan(ProcessAt), 7);
        AssertNotLaid(files);
    }

    /// <summary>Another process with the same id: its counts of freed objects differ from the recording's.</summary>
    [Fact]
    public void Snapshots_ContradictingCollections_AreNotJoined()
    {
        var files = Entries(Recommendations);
        BinaryPrimitives.WriteInt64LittleEndian(Control(files).AsSpan(SnapshotsAt + FreedInSnapshot), 123_456);
        AssertNotLaid(files);
    }

    [Fact]
    public void Snapshots_TruncatedOne_IsNotedAndTheOthersCount()
    {
        var files = Entries(Recommendations);
        var at = files.FindIndex(file => file.Name.EndsWith("-6.upcy", StringComparison.Ordinal));
        files[at] = files[at] with { Content = files[at].Content[..(files[at].Content.Length / 2)] };
        var recording = Assert.Single(Load(files).Recordings);
        Assert.True(recording.Coverage.Unreadable);
        var alone = CycleMaterial.Read([.. Entries(Recommendations).Select(Input)])!.Processes[0];
        Assert.Equal(alone.Snapshots - 1, recording.Garbage!.Snapshots);
    }

    [Fact]
    public void Snapshots_WithoutARecording_AreNotARecording()
    {
        var loaded = Load(Entries(Recommendations).FindAll(file => !file.Name.EndsWith(".upgc", StringComparison.Ordinal)));
        Assert.Empty(loaded.Recordings);
        Assert.Contains("unpause cycles FILE", Assert.Single(loaded.Unread).Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Snapshots_RandomContent_IsReadOrNoted()
    {
        var random = new Random(17);
        for (var turn = 0; turn < 200; turn++)
        {
            var files = Entries(Tracebacks);
            var file = files[random.Next(files.Count)].Content;
            // The start of a file contains sizes, numbers and times.
            for (var i = 0; i < 8; i++) file[random.Next(Math.Min(file.Length, 4096))] = (byte)random.Next(256);
            var report = Diagnoses.Run([.. Load(files).Recordings.Select(AnalysedProcess.From)]);
            Assert.All(report.Findings, found => Assert.NotEmpty(found.Finding.Evidence));
        }
    }

    private static Finding Futile(Unpause.Recordings.Recording recording) =>
        Assert.Single(Diagnoses.Run([AnalysedProcess.From(recording)]).Findings, found => found.Finding.Id == "futile-collections").Finding;

    private static void AssertNotLaid(List<(string Name, byte[] Content)> files)
    {
        var loaded = Load(files);
        var recording = Assert.Single(loaded.Recordings);
        Assert.Null(recording.Garbage);
        Assert.NotEmpty(loaded.Unread);
        var lacking = Diagnoses.Run([AnalysedProcess.From(recording)]).NotApplicable.Where(rule => rule.RuleId == "cyclic-garbage");
        Assert.Contains("unpause run --cycles -- CMD", Assert.Single(lacking).Why, StringComparison.Ordinal);
    }

    private static byte[] Control(List<(string Name, byte[] Content)> files) =>
        Assert.Single(files, file => file.Name.EndsWith(".upcc", StringComparison.Ordinal)).Content;

    private static LoadedRecordings Load(List<(string Name, byte[] Content)> files) => RuntimeTable.Default.Load([.. files.Select(Input)]);

    private static RecordingInput Input((string Name, byte[] Content) file) => new(file.Name, () => new MemoryStream(file.Content));

    private static List<(string Name, byte[] Content)> Entries(string archive)
    {
        using var zip = ZipFile.OpenRead(RepositoryFolder.File("samples", "python", "cycles", archive));
        return [.. zip.Entries.Select(entry =>
        {
            using var bytes = new MemoryStream();
            using (var content = entry.Open()) content.CopyTo(bytes);
            return (entry.FullName, bytes.ToArray());
        })];
    }
}
