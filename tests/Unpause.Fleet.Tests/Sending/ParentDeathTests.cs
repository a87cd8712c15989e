using System.Diagnostics;
using Unpause.Fleet.Tests.ClickHouse;
using Unpause.Fleet.Tests.Receiving;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet.Tests.Sending;

/// <summary>The program ends with the process that started it, however that ended.</summary>
public sealed class ParentDeathTests : IDisposable
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(60);

    private readonly OwnFolder _folder = new();

    [Fact]
    public async Task Receiver_ParentKilled_Ends()
    {
        var port = FreePort.Find();
        // A shell stands for unpause. It says its own number, which the request has to have, and that of its child.
        await File.WriteAllTextAsync(_folder["request"], FleetChild.Json(Request(port)).Replace("4711", "$$", StringComparison.Ordinal));
        await File.WriteAllTextAsync(
            _folder["parent"],
            $"sed \"s/[$][$]/$$/\" {_folder["request"]} > {_folder["asked"]}\n{FleetChild.Program} < {_folder["asked"]} &\necho $! > "
            + $"{_folder["pid.new"]}\nmv {_folder["pid.new"]} {_folder["pid"]}\nwait\n");
        using var parent = Process.Start("sh", _folder["parent"]);
        var isStarted = SpinWait.SpinUntil(() => File.Exists(_folder["pid"]) && Directory.Exists(_folder["kept/.incoming"]), Deadline);
        var child = isStarted ? int.Parse((await File.ReadAllTextAsync(_folder["pid"])).Trim()) : 0;
        var isAlive = child > 0 && IsAlive(child);
        parent.Kill();
        await parent.WaitForExitAsync();
        Assert.True(isStarted && isAlive);
        Assert.True(SpinWait.SpinUntil(() => !IsAlive(child), Deadline));
    }

    [Fact]
    public async Task Receiver_ParentGoneBeforeItCouldAsk_DoesNotStart()
    {
        // Process 4711 is not the parent.
        var (code, _, error) = await FleetChild.RunAsync(Request(FreePort.Find()));
        Assert.Equal((130, ""), (code, error));
        Assert.False(Directory.Exists(_folder["kept"]));
    }

    public void Dispose() => _folder.Dispose();

    private FleetRequest Request(int port)
    {
        File.WriteAllText(_folder["tokens"], RunningReceiver.HashOf(RunningReceiver.Token));
        return new()
        {
            Action = FleetRequest.Receive, Listen = $"127.0.0.1:{port}", Folder = _folder["kept"], SecretFile = _folder["tokens"],
            Parent = 4711,
        };
    }

    /// <summary>One that ended and that nobody waited for is no process any more.</summary>
    private static bool IsAlive(int process)
    {
        try
        {
            var status = File.ReadAllText($"/proc/{process}/stat");
            return status[(status.LastIndexOf(')') + 2)..][0] != 'Z';
        }
        catch (Exception e) when (e is IOException or DirectoryNotFoundException)
        {
            return false;
        }
    }
}
