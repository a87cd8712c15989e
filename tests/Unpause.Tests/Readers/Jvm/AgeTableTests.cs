using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>Age tables and tenuring thresholds against what awk reads from the same lines.</summary>
public class AgeTableTests
{
    private const string AgeSums = """/- age +[0-9]+:/ { match($0, /- age +[0-9]+:/); age = substr($0, RSTART + 5, RLENGTH - 6) + 0; """
        + """split(substr($0, RSTART + RLENGTH), a, " "); n++; s += a[1]; w += age * a[1] } END { printf "%d %.0f %.0f", n, s, w }""";
    private const string ThresholdSums = """/Desired survivor size/ { split($0, a, "Desired survivor size "); d += a[2] + 0; split($0, """
        + """b, "new threshold "); n++; t += b[2] + 0; if (b[2] + 0 == 1) one++ } END { printf "%d %.0f %d %d", n, d, t, one }""";

    [Theory]
    [InlineData("retaining-g1-jdk17.log.gz")]
    [InlineData("retaining-g1-jdk25.log.gz")]
    [InlineData("dropped-g1-jdk17.log.gz")]
    [InlineData("steady-g1-jdk17.log.gz")]
    public void AgeTable_UnifiedTables_MatchAwk(string name) =>
        AssertTables(JvmLogs.Bytes(JvmLogs.Sample(name)), JvmLogs.Read(JvmLogs.Sample(name)));

    [CorpusTheory("corpus", "jvm")]
    [InlineData("preunified/g1gc/details/tenuring/server1-gc.log")]
    public void AgeTable_LegacyTables_MatchAwk(string path)
    {
        var full = RepositoryFolder.SharedFile("corpus", "jvm", path);
        AssertTables(File.ReadAllBytes(full), JvmLogs.Read(full));
    }

    private static void AssertTables(byte[] log, Recording recording)
    {
        var ages = JvmLogs.Awk(log, AgeSums);
        Assert.True(ages[0] > 0);
        Assert.Equal(ages[0], recording.Ages.Count);
        Assert.Equal(ages[1], recording.Ages.Sum(age => age.Bytes));
        Assert.Equal(ages[2], recording.Ages.Sum(age => age.Age * age.Bytes));
        var thresholds = JvmLogs.Awk(log, ThresholdSums);
        var reported = recording.Counters.Where(counter => counter.Name == JvmCounters.TenuringThreshold).ToList();
        Assert.Equal(thresholds[0], reported.Count);
        Assert.Equal(
            thresholds[1],
            recording.Counters.Where(counter => counter.Name == JvmCounters.DesiredSurvivorBytes).Sum(counter => counter.Value));
        Assert.Equal(thresholds[2], reported.Sum(counter => counter.Value));
        Assert.Equal(thresholds[3], reported.Count(counter => counter.Value == 1));
    }
}
