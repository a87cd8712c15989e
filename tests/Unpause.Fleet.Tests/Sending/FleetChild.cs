using System.Diagnostics;
using System.Text;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet.Tests.Sending;

/// <summary>The program <c>unpause-fleet</c> as a process of its own, which a test can kill.</summary>
internal sealed class FleetChild : IAsyncDisposable
{
    private readonly StringBuilder _output = new(), _error = new();

    private FleetChild(Process process)
    {
        Process = process;
        process.OutputDataReceived += (_, line) => Add(_output, line.Data);
        process.ErrorDataReceived += (_, line) => Add(_error, line.Data);
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
    }

    public Process Process { get; }

    public string Output => Text(_output);

    public string Error => Text(_error);

    public static string Program => Path.Combine(AppContext.BaseDirectory, "unpause-fleet");

    public static string Json(FleetRequest request) => JsonSerializer.Serialize(request, FleetRequestJson.Default.FleetRequest);

    public static async Task<FleetChild> StartAsync(FleetRequest request)
    {
        var child = new FleetChild(Process.Start(new ProcessStartInfo(Program)
        {
            UseShellExecute = false, RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
        })!);
        await child.Process.StandardInput.WriteAsync(Json(request));
        child.Process.StandardInput.Close();
        return child;
    }

    /// <summary>Runs it to its end.</summary>
    public static async Task<(int ExitCode, string Output, string Error)> RunAsync(FleetRequest request)
    {
        await using var child = await StartAsync(request);
        return (await child.EndAsync(), child.Output, child.Error);
    }

    public async Task<int> EndAsync()
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromSeconds(120));
        await Process.WaitForExitAsync(deadline.Token);
        return Process.ExitCode;
    }

    /// <summary>Ends it as kill -9 does.</summary>
    public async ValueTask DisposeAsync()
    {
        if (!Process.HasExited) Process.Kill();
        await Process.WaitForExitAsync();
        Process.Dispose();
    }

    private static void Add(StringBuilder text, string? line)
    {
        lock (text) text.Append(line is null ? "" : line + "\n");
    }

    private static string Text(StringBuilder text)
    {
        lock (text) return text.ToString();
    }
}
