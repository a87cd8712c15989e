using System.Globalization;
using System.Text.Json;

namespace Unpause.Cli.Tests.Labs;

[Trait("Tier", "live")]
public sealed class NumaLabTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [EmulatorFact]
    public void NumaLab_BoundProcess_MigratesNoPages()
    {
        // A copy below the temporary folder: the virtual machine has a /tmp too, which must not hide unpause's own files.
        var result = LabOf(
            OwnCopy(), "--seconds", "15", "--kernel", EmulatorFactAttribute.Kernel.Value!, "--keep", _folder["kept"]);
        Assert.True(result.ExitCode == 0, result.ToString());
        // Long enough for a busy host to set up the probes, and short: unpause's own start, which is not bound, has an effect as well.
        var moved = LabTable.Row(result, "NUMA page migrations per second");
        Assert.True(moved[0] > 200 && moved[1] < moved[0] / 3, result.ToString());
        var faults = LabTable.Row(result, "NUMA hinting faults per second");
        Assert.True(faults[0] > moved[0] && faults[1] < faults[0] / 3, result.ToString());
        foreach (var (mode, index) in new[] { ("unbound", 0), ("one-node", 1) })
        {
            // The difference of the machine's /proc/vmstat, taken slightly before and after the recording.
            var (before, after) = (Count(mode, "vmstat-before"), Count(mode, "vmstat-after"));
            var recorded = LabTable.Row(result, "recorded")[index] / 1e9;
            // With the bound process nearly all are from unpause's own start.
            Assert.InRange(moved[index] * recorded, index == 0 ? 0.6 * (after - before) : 0, (1.2 * (after - before)) + 50);
            Assert.Equal(
                File.ReadAllLines(Path.Combine(_folder["kept"], $"{mode}-1", "requests.csv")).Length - 1,
                LabTable.Row(result, "requests")[index]);
            Assert.False(File.Exists(Path.Combine(_folder["kept"], $"{mode}-1", "disk")));
        }

        // The program and the kernel report the same number of GCs: two stops each, except one at the end of the program.
        var (collections, stops) = (LabTable.Row(result, "collections"), LabTable.Row(result, "stops seen by kernel probes"));
        for (var mode = 0; mode < 2; mode++) Assert.InRange(stops[mode], (2 * collections[mode]) - 1, (2 * collections[mode]) + 2);
        var bound = Cli.Unpause("report", Path.Combine(_folder["kept"], "one-node-1", "recording"), "-q", "-o", "-", "--format", "json");
        using var report = JsonDocument.Parse(bound.Output);
        Assert.Equal(1, report.RootElement.GetProperty("processes").GetArrayLength());
    }

    [Fact]
    public void NumaLab_NoEmulator_SaysWhatToInstall()
    {
        var result = Cli.UnpauseIn(
            _folder.Path, new Dictionary<string, string?> { ["PATH"] = "/no/such/folder" }, "lab", "chat", "--numa");
        Assert.True(result.ExitCode == 2, result.ToString());
        Assert.Contains("apt-get install --no-install-recommends qemu-system-x86", result.Error, StringComparison.Ordinal);
    }

    [EmulatorFact]
    public void NumaLab_InvalidKernel_IsAnErrorAndLeavesNothing()
    {
        File.WriteAllText(_folder["vmlinuz"], "no kernel");
        var result = Lab("--seconds", "1", "--kernel", _folder["vmlinuz"], "--keep", _folder["kept"]);
        Assert.True(result.ExitCode == 2, result.ToString());
        Assert.Contains("qemu-system-x86_64 exited with code 1", result.Error, StringComparison.Ordinal);
        Assert.Equal([], Directory.EnumerateFiles(_folder["kept"], "disk", SearchOption.AllDirectories));
        Assert.Contains("no such file", Lab("--kernel", _folder["none"]).Error, StringComparison.Ordinal);
    }

    [Fact]
    public void ChatLab_NumaAndIdle_CannotBeCombined()
    {
        var result = Lab("--idle");
        Assert.True(result.ExitCode == 2, result.ToString());
        Assert.Contains("give one of them", result.Error, StringComparison.Ordinal);
    }

    private Cli.Result Lab(params string[] arguments) => LabOf(Cli.Command, arguments);

    private Cli.Result LabOf(string[] program, params string[] arguments) =>
        Cli.Program(_folder.Path, [.. program, "lab", "chat", "--numa", .. arguments]);

    /// <summary>Copies the program that is tested, without the folders of other systems' libraries.</summary>
    private string[] OwnCopy()
    {
        if (Cli.Command is [var native]) return [native];
        var folder = Directory.CreateDirectory(_folder["copy"]).FullName;
        foreach (var file in new DirectoryInfo(AppContext.BaseDirectory).EnumerateFiles()) file.CopyTo(Path.Combine(folder, file.Name));
        return ["dotnet", Path.Combine(folder, Path.GetFileName(Cli.Dll))];
    }

    private long Count(string mode, string file) => File.ReadLines(Path.Combine(_folder["kept"], $"{mode}-1", file))
        .Where(line => line.StartsWith("numa_pages_migrated ", StringComparison.Ordinal))
        .Select(line => long.Parse(line.Split(' ')[1], CultureInfo.InvariantCulture)).Single();
}
