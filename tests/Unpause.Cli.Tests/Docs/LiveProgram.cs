using System.Diagnostics;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Docs;

/// <summary>A program that the pages' PID stands for, busy until Dispose.</summary>
internal sealed class LiveProgram : IDisposable
{
    /// <summary>What they do goes on beside the commands, which are what is waited for.</summary>
    private static readonly string[] Nice = ["nice", "-n", "10"];

    private readonly CancellationTokenSource _end = new();
    private readonly IDisposable _program;
    private readonly Task _work;

    private LiveProgram(IDisposable program, int id, Func<CancellationToken, Task> work)
    {
        (_program, Id) = (program, id);
        _work = work(_end.Token);
    }

    public int Id { get; }

    /// <summary>A JVM that allocates, or a web service of .NET that is asked for slow answers and collects meanwhile.</summary>
    public static LiveProgram Of(string runtime) => runtime switch
    {
        "java" => Java(),
        "dotnet" => DotNet(),
        _ => throw new ArgumentException($"no program of {runtime}", nameof(runtime)),
    };

    public void Dispose()
    {
        _end.Cancel();
        _work.Wait(TimeSpan.FromSeconds(5));
        _program.Dispose();
        _end.Dispose();
    }

    private static LiveProgram Java()
    {
        var target = new LiveTarget(null, [.. Nice, "java", "-Xmx64m", "-XX:+UseG1GC", "-cp", LiveTarget.JavaClasses.Value, "Live"]);
        return new(target, target.Id, _ => Task.CompletedTask);
    }

    private static LiveProgram DotNet()
    {
        var configuration = new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;
        var service = RepositoryFolder.File("tests", "programs", "WebProgram", "bin", configuration, "net10.0", "WebProgram.dll");
        var process = Process.Start(new ProcessStartInfo(Nice[0], [.. Nice[1..], "dotnet", service])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        var address = new Uri(process.StandardOutput.ReadLine()!);
        return new(new Ended(process), process.Id, end => Ask(address, end));
    }

    private static async Task Ask(Uri address, CancellationToken end)
    {
        using var client = new HttpClient { BaseAddress = address };
        try
        {
            await Task.WhenAll(Again("/sleep/1200"), Again("/sleep/150"), Collect());
        }
        catch (OperationCanceledException)
        {
            // The test is over.
        }

        async Task Again(string path)
        {
            while (true) await client.GetStringAsync(path, end);
        }

        async Task Collect()
        {
            while (true)
            {
                await client.PostAsync("/garbage/8", null, end);
                await Task.Delay(50, end);
            }
        }
    }

    /// <summary>A process that ends when its input does.</summary>
    private sealed class Ended(Process process) : IDisposable
    {
        public void Dispose()
        {
            process.StandardInput.Close();
            if (!process.WaitForExit(TimeSpan.FromSeconds(10))) process.Kill();
            process.WaitForExit();
            process.Dispose();
        }
    }
}
