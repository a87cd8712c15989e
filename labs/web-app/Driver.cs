using System.Diagnostics;

namespace WebApp;

/// <summary>One run: starts the service, waits until it answers, sends the load, stops it.</summary>
internal static class Driver
{
    /// <summary>Runs the service and writes <c>requests.csv</c> to a folder.</summary>
    /// <returns>The exit code: 1 when the service or a request failed.</returns>
    public static async Task<int> RunAsync(string folder, string mode, LoadPlan plan)
    {
        Directory.CreateDirectory(folder);
        // The service ends with its standard input, so it ends with this process in any case.
        var start = new ProcessStartInfo(
            Environment.ProcessPath!,
            [.. Dll(), "serve", mode]) { UseShellExecute = false, RedirectStandardInput = true, RedirectStandardOutput = true };
        using var service = Process.Start(start)!;
        if (await service.StandardOutput.ReadLineAsync() is not { } address)
        {
            await service.WaitForExitAsync();
            await Console.Error.WriteLineAsync($"the service exited with code {service.ExitCode} before it answered");
            return 1;
        }

        using var load = new Load(new Uri(address));
        await load.WarmUpAsync();
        await load.RunAsync(plan, Path.Combine(folder, "requests.csv"));
        service.StandardInput.Close();
        await service.WaitForExitAsync();
        if (load.Failed > 0) await Console.Error.WriteLineAsync($"{load.Failed} requests failed");
        return load.Failed > 0 || service.ExitCode != 0 ? 1 : 0;
    }

    /// <summary>The dotnet command needs the path of our assembly; an apphost does not.</summary>
    private static string[] Dll() =>
        Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet"
            ? [Path.Combine(AppContext.BaseDirectory, "web-app.dll")]
            : [];
}
