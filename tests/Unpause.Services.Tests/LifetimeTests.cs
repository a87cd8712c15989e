using System.Diagnostics;
using System.Text;

namespace Unpause.Services.Tests;

/// <summary>The server's start, its end, and calls that the client gives up.</summary>
public sealed class LifetimeTests
{
    private static readonly string Samples = RepositoryFolder.File("samples");

    private const string Hello =
        """{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",""" +
        """ "capabilities":{},"clientInfo":{"name":"t","version":"1"}}}""" + "\n";

    [Fact]
    public void Input_Closed_EndsTheServerWithCodeZeroAndOnlyProtocolOnOutput()
    {
        using var server = StartServer();

        server.StandardInput.Close();

        Assert.Equal("", server.StandardOutput.ReadToEnd());
        Assert.True(server.WaitForExit(10_000));
        Assert.Equal(0, server.ExitCode);
    }

    [Fact]
    public async Task Request_LongerThanTheLimit_IsRefusedAndTheNextIsAnswered()
    {
        using var server = StartServer();
        await Send(
            server, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"explain\",\"arguments\":{\"word\":\""
                + new string('a', 10_000_000) + "\"}}}");
        await Send(server, "not JSON");
        await Send(server, """{"jsonrpc":"2.0","id":3,"method":"ping"}""");

        var messages = new List<JsonElement>();
        while (!messages.Exists(message => message.GetProperty("id").ToString() == "3"))
            messages.Add(JsonDocument.Parse(await Answer(server)).RootElement);

        Assert.True(messages[^1].TryGetProperty("result", out _));
        Assert.All(messages[..^1], message => Assert.Equal(-32700, message.GetProperty("error").GetProperty("code").GetInt32()));
        Assert.Contains(messages, message => message.GetProperty("id").ToString() == "2");
        // The kernel's count: the line was not kept.
        var peak = File.ReadLines($"/proc/{server.Id}/status").Single(line => line.StartsWith("VmHWM:", StringComparison.Ordinal));
        if (Programs.AreNative) Assert.InRange(int.Parse(peak.Split(' ', StringSplitOptions.RemoveEmptyEntries)[^2], null), 1, 60_000);
        server.StandardInput.Close();
        Assert.True(server.WaitForExit(10_000));
    }

    [Fact]
    public void Start_FolderThatIsMissing_SaysSoWithExitCodeTwo()
    {
        var (output, error, code) = Programs.Run(Programs.Unpause, null, "mcp", "--folder", "/no/such/folder");

        Assert.Equal((2, ""), (code, output));
        Assert.Contains("/no/such/folder", error, StringComparison.Ordinal);
    }

    [Fact]
    public void Start_WithoutTheSecondProgram_NamesItWithExitCodeTwo()
    {
        var folder = Directory.CreateTempSubdirectory("unpause-alone-");
        try
        {
            var alone = Path.Combine(folder.FullName, "unpause");
            if (Programs.AreNative) File.Copy(Programs.Unpause, alone);
            else
            {
                foreach (var file in Directory.GetFiles(AppContext.BaseDirectory).Select(file => Path.GetFileName(file)))
                {
                    if (file.StartsWith("unpause-services", StringComparison.Ordinal)) continue;
                    File.Copy(Path.Combine(AppContext.BaseDirectory, file), Path.Combine(folder.FullName, file));
                }
            }

            var (output, error, code) = Programs.Run(
                Programs.AreNative ? alone : Path.Combine(folder.FullName, "Unpause.Cli"), null, "mcp", "--folder", Samples);

            Assert.Equal((2, ""), (code, output));
            Assert.StartsWith("unpause: unpause-services ", error, StringComparison.Ordinal);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [Fact]
    public async Task Call_Cancelled_EndsItsCommand()
    {
        var pipe = Path.Combine(Path.GetTempPath(), $"unpause-mcp-{Guid.NewGuid():N}");
        Directory.CreateDirectory(pipe);
        try
        {
            // A pipe without a writer: reading it waits until the call is cancelled.
            Assert.Equal(0, Programs.Run("mkfifo", null, Path.Combine(pipe, "gc.log")).ExitCode);
            using var waiting = StartServer(pipe);
            await Send(waiting, Report(2, "gc.log"));
            await Until(() => Children(waiting.Id).Count > 0, "no command was started");

            await Send(waiting, """{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"enough"}}""");

            await Until(() => Children(waiting.Id).Count == 0, "the command went on after its call was cancelled");
            await Send(waiting, """{"jsonrpc":"2.0","id":3,"method":"ping"}""");
            Assert.Contains("\"id\":3", await Answer(waiting), StringComparison.Ordinal);

            // The client goes while a command runs.
            await Send(waiting, Report(4, "gc.log"));
            await Until(() => Children(waiting.Id).Count > 0, "no command was started");
            var command = Children(waiting.Id)[0];
            waiting.StandardInput.Close();
            Assert.True(waiting.WaitForExit(10_000), "the server went on after its input was closed");
            await Until(() => !Directory.Exists($"/proc/{command}"), "the command went on after the server ended");
        }
        finally
        {
            Directory.Delete(pipe, recursive: true);
        }
    }

    [Fact]
    public async Task Server_WhileItServes_HasNoSocket()
    {
        using var server = StartServer();
        await Send(server, Report(2, "jvm/g1-jdk17.log"));
        Assert.Contains("\"id\":2", await Answer(server), StringComparison.Ordinal);

        var pipes = Opened("pipe:");
        Assert.Equal(0, Opened("socket:"));
        // Pipes of commands that have ended are closed. How many there are at all depends on the build, and on what the tests inherited.
        for (var id = 3; id < 6; id++)
        {
            await Send(server, Report(id, "jvm/g1-jdk17.log"));
            Assert.Contains($"\"id\":{id}", await Answer(server), StringComparison.Ordinal);
        }

        Assert.Equal(0, Opened("socket:"));
        Assert.InRange(Opened("pipe:"), 2, pipes + 1);
        server.StandardInput.Close();
        Assert.True(server.WaitForExit(10_000));

        int Opened(string kind) => Directory.GetFiles($"/proc/{server.Id}/fd")
            .Count(file => new FileInfo(file).LinkTarget?.StartsWith(kind, StringComparison.Ordinal) == true);
    }

    private static Process StartServer(string? folder = null)
    {
        var server = Process.Start(new ProcessStartInfo(Programs.Unpause, ["mcp", "--folder", folder ?? Samples])
            { UseShellExecute = false, RedirectStandardInput = true, RedirectStandardOutput = true })!;
        server.StandardInput.Write(Hello);
        server.StandardInput.Flush();
        Assert.Contains("\"id\":1", Answer(server).GetAwaiter().GetResult(), StringComparison.Ordinal);
        server.StandardInput.Write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
        return server;
    }

    private static async Task Send(Process server, string message)
    {
        await server.StandardInput.WriteAsync(message + "\n");
        await server.StandardInput.FlushAsync();
    }

    /// <summary>The next message; a test that waits for ever would say nothing.</summary>
    private static async Task<string> Answer(Process server) =>
        await server.StandardOutput.ReadLineAsync().WaitAsync(TimeSpan.FromSeconds(60))
            ?? throw new EndOfStreamException("the server ended");

    private static string Report(int id, string file) => JsonSerializer.Serialize(new
    {
        jsonrpc = "2.0", id, method = "tools/call", @params = new { name = "report", arguments = new { files = new[] { file } } },
    });

    private static List<int> Children(int process) =>
    [
        .. Directory.GetDirectories($"/proc/{process}/task").SelectMany(task => File.ReadAllText($"{task}/children").Split(' '))
            .Where(id => id.Length > 0).Select(id => int.Parse(id, null)),
    ];

    private static async Task Until(Func<bool> holds, string otherwise)
    {
        for (var waited = 0; waited < 500 && !holds(); waited++) await Task.Delay(20);
        Assert.True(holds(), otherwise);
    }
}
