using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Tests;

/// <summary>Counts of migrated pages on machines that are simulated by folders.</summary>
public sealed class NumaCountsTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("unpause-test-numa-").FullName;

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Fact]
    public void NumaCounts_TwoNodes_AreRead()
    {
        Write("sys/devices/system/node/has_memory", "0-1\n");
        Write("proc/vmstat", "nr_free_pages 1\nnuma_pte_updates 77\nnuma_hint_faults 351879\nnuma_hint_faults_local 9\n"
            + "numa_pages_migrated 117293\npgmigrate_success 117301\n");
        Assert.Equal((351879, 117293), NumaCounts.Find(_root)!.Read());
        File.Delete(Path.Combine(_root, "proc/vmstat"));
        Assert.Null(NumaCounts.Find(_root));
    }

    [Theory]
    [InlineData("0\n", "numa_hint_faults 1\nnuma_pages_migrated 1\n")]
    [InlineData("0-1\n", "numa_hint_faults 1\n")]
    [InlineData("0-1\n", "numa_hint_faults x\nnuma_pages_migrated 1\n")]
    [InlineData("", "")]
    public void NumaCounts_OtherMachines_AreNull(string nodes, string counts)
    {
        Write("sys/devices/system/node/has_memory", nodes);
        Write("proc/vmstat", counts);
        Assert.Null(NumaCounts.Find(_root));
    }

    private void Write(string name, string text)
    {
        var path = Path.Combine(_root, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }
}
