namespace Unpause.Cli.Tests.Labs;

[Trait("Tier", "live")]
public sealed class CheckoutLabTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void CheckoutLab_Modes_Differ()
    {
        var result = Cli.UnpauseIn(
            _folder.Path, new Dictionary<string, string?>(), "lab", "checkout", "--seconds", "6", "--keep", _folder["kept"]);
        Assert.True(result.ExitCode == 0, result.ToString());
        var young = LabTable.Row(result, "young collections");
        Assert.True(young[2] > 0 && young[1] >= 2 * young[2], result.ToString());
        var promoted = LabTable.Row(result, "promoted per second");
        Assert.True(promoted[0] > promoted[1] && promoted[1] > promoted[2], result.ToString());
        var memory = LabTable.Row(result, "most memory in use");
        Assert.True(memory[0] > 1.3 * memory[1], result.ToString());
        var requests = LabTable.Row(result, "requests");
        foreach (var (mode, index) in new[] { ("whole-orders", 0), ("answers", 1), ("larger-semi-space", 2) })
            Assert.Equal(File.ReadAllLines(Path.Combine(_folder["kept"], $"{mode}-1", "requests.csv")).Length - 1, requests[index]);
    }
}
