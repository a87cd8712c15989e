using System.Diagnostics;
using Unpause.Fleet.Receiving;
using Unpause.Fleet.Sending;
using Unpause.Fleet.Tests.ClickHouse;
using Unpause.Fleet.Tests.Receiving;

namespace Unpause.Fleet.Tests.Sending;

/// <summary><c>unpause … --send URL</c> with the real programs on both sides.</summary>
[Trait("Tier", "live")]
public sealed class SendOptionTests : IDisposable
{
    private static readonly string Log = RepositoryFolder.File("samples", "python", "recommend-default.upgc");

    // The one with unpause-fleet beside it: the native one of the other tests is without.
    private static readonly string Unpause = Path.Combine(AppContext.BaseDirectory, "Unpause.Cli");

    private readonly OwnFolder _own = new(), _kept = new();

    public SendOptionTests() => File.WriteAllText(_own["token"], RunningReceiver.Token + "\n");

    private string[] Waiting => Directory.Exists(_own["state"])
        ? Directory.GetFiles(_own["state"], "*.gz", SearchOption.AllDirectories)
        : [];

    public void Dispose()
    {
        _own.Dispose();
        _kept.Dispose();
    }

    [Fact]
    public async Task Report_Sent_IsKeptOnce()
    {
        await using var receiver = await RunningReceiver.StartAsync(RunningReceiver.Settings(_kept.Path));
        Assert.Equal(0, (await SendAsync(receiver.Address, "orders")).ExitCode);
        Assert.StartsWith("web-1/20", Assert.Single(RunningReceiver.Kept(_kept.Path)), StringComparison.Ordinal);
        Assert.Equal(0, (await SendAsync(receiver.Address, "orders")).ExitCode);
        Assert.Single(RunningReceiver.Kept(_kept.Path));
        Assert.Empty(Waiting);
    }

    [Fact]
    public async Task Report_SentToAFolder_HasTheNameThatAReceiverGivesIt()
    {
        await using var receiver = await RunningReceiver.StartAsync(RunningReceiver.Settings(_kept.Path));
        await SendAsync(receiver.Address, "orders");
        var folder = Directory.CreateDirectory(_own["folder"]).FullName;
        var (error, code) = await UnpauseAsync(["report", Log, "-q", .. LabelsOf("orders"), "--send", folder]);
        Assert.True(code == 0, error);
        Assert.Equal(RunningReceiver.Kept(_kept.Path), RunningReceiver.Kept(folder));
        var name = Assert.Single(RunningReceiver.Kept(folder));
        Assert.Equal(await File.ReadAllBytesAsync(_kept[name]), await File.ReadAllBytesAsync(Path.Combine(folder, name)));
    }

    [Fact]
    public async Task Report_ReceiverAway_WaitsAndIsSentWithTheNext()
    {
        var settings = RunningReceiver.Settings(_kept.Path);
        var address = new Uri($"http://{settings.Listen}");
        var (error, code) = await SendAsync(address, "orders");
        Assert.True(code == 2, error);
        Assert.Contains(Path.GetDirectoryName(Assert.Single(Waiting))!, error, StringComparison.Ordinal);
        await using var receiver = await RunningReceiver.StartAsync(settings);
        Assert.Equal(0, (await SendAsync(address, "cart")).ExitCode);
        Assert.Equal(2, RunningReceiver.Kept(_kept.Path).Count);
        Assert.Empty(Waiting);
    }

    [Fact]
    public async Task Report_WaitingAndSentAsTyped_IsGoneWithTheNext()
    {
        var settings = RunningReceiver.Settings(_kept.Path);
        var address = new Uri($"http://{settings.Listen}");
        await SendAsync(address, "orders");
        await using var receiver = await RunningReceiver.StartAsync(settings);
        var spool = Path.GetDirectoryName(Assert.Single(Waiting))!;
        string[] typed = ["fleet", "send", spool, "--store", address.GetLeftPart(UriPartial.Authority), "--secret-file", _own["token"]];
        Assert.Equal(0, (await UnpauseAsync(typed)).ExitCode);
        Assert.Single(RunningReceiver.Kept(_kept.Path));
        Assert.Equal(0, (await SendAsync(address, "cart")).ExitCode);
        Assert.Equal(2, RunningReceiver.Kept(_kept.Path).Count);
        Assert.Empty(Waiting);
    }

    [Fact]
    public async Task Report_WrongToken_WaitsForTheRightOne()
    {
        await using var receiver = await RunningReceiver.StartAsync(RunningReceiver.Settings(_kept.Path));
        await File.WriteAllTextAsync(_own["token"], "another");
        var (error, code) = await SendAsync(receiver.Address, "orders");
        Assert.True(code == 2, error);
        Assert.Contains("the token", error, StringComparison.Ordinal);
        Assert.Single(Waiting);
        await File.WriteAllTextAsync(_own["token"], RunningReceiver.Token);
        Assert.Equal(0, (await SendAsync(receiver.Address, "cart")).ExitCode);
        Assert.Equal(2, RunningReceiver.Kept(_kept.Path).Count);
    }

    [Fact]
    public async Task Report_OfAHostThatTheTokenIsNotFor_IsNotDelivered()
    {
        var tokens = RunningReceiver.Tokens($"{RunningReceiver.Token} db-*");
        await using var receiver = await RunningReceiver.StartAsync(RunningReceiver.Settings(_kept.Path, tokens));
        var (error, code) = await SendAsync(receiver.Address, "orders");
        Assert.True(code == 2, error);
        Assert.Contains("403", error, StringComparison.Ordinal);
        Assert.Empty(RunningReceiver.Kept(_kept.Path));
    }

    [Fact]
    public async Task Reports_OfCommandsThatEndTogether_AllArrive()
    {
        const int Commands = 4;
        var settings = RunningReceiver.Settings(_kept.Path);
        await using var receiver = await RunningReceiver.StartAsync(settings);
        var ended = await Task.WhenAll(Enumerable.Range(0, Commands).Select(i => SendAsync(receiver.Address, $"service-{i}")));
        Assert.All(ended, result => Assert.True(result.ExitCode == 0, result.Error));
        Assert.Equal(Commands, RunningReceiver.Kept(_kept.Path).Count);
        Assert.Empty(Waiting);
    }

    [Fact]
    public async Task Run_RecordedProgram_IsSentWithItsHostAndDay()
    {
        await using var receiver = await RunningReceiver.StartAsync(RunningReceiver.Settings(_kept.Path));
        var (error, code) = await UnpauseAsync(
            "run", "-q", "--send", receiver.Address.GetLeftPart(UriPartial.Authority), "--secret-file", _own["token"], "--", "python3",
            RepositoryFolder.File("samples", "python", "recommend.py"));
        Assert.True(code == 0, error);
        Assert.StartsWith($"{Environment.MachineName}/20", Assert.Single(RunningReceiver.Kept(_kept.Path)), StringComparison.Ordinal);
    }

    private static string[] LabelsOf(string service) => ["--service", service, "--label", "host.name=web-1"];

    private Task<(string Error, int ExitCode)> SendAsync(Uri address, string service) => UnpauseAsync(
    [
        "report", Log, "-q", .. LabelsOf(service), "--send", address.GetLeftPart(UriPartial.Authority), "--secret-file", _own["token"],
    ]);

    private async Task<(string Error, int ExitCode)> UnpauseAsync(params string[] arguments)
    {
        var start = new ProcessStartInfo(Unpause, arguments)
        {
            UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true, WorkingDirectory = _own.Path,
        };
        start.Environment["XDG_STATE_HOME"] = _own["state"];
        using var process = Process.Start(start)!;
        var (output, error) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
        using var deadline = new CancellationTokenSource(TimeSpan.FromSeconds(120));
        await process.WaitForExitAsync(deadline.Token);
        await output;
        return (await error, process.ExitCode);
    }
}
