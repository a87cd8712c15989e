using System.Diagnostics;

namespace WebApp;

/// <summary>One run: starts the service, waits until it answers, asks it, stops it.</summary>
internal static class Driver
{
    /// <summary>Runs it and leaves <c>requests.csv</c> in a folder.</summary>
    /// <returns>The exit code: 1 when the service or a request failed.</returns>
    public static async Task<int> RunAsync(string folder, string mode, LoadPlan plan)
    {
        Directory.CreateDirectory(folder);
        // The service ends when this process ends, however it does: then its standard input does.
        var start = new ProcessStartInfo(
            Environment.ProcessPath!,
            [.. Dll(), "serve", mode]) { UseShellExecute = false, RedirectStandardInput = true, RedirectStandardOutput = true };
        using var service = Process.Start(start)!;
        if (await service.StandardOutput.ReadLineAsync() is not { } address)
        {
            await service.WaitForExitAsync();
            await Console.Error.WriteLineAsync($"the service ended with {service.ExitCode} before it answered");
            return 1;
        }

        using var load = new Load(new Uri(address));
        await load.WarmUpAsync();
        await load.RunAsync(plan, Path.Combine(folder, "requests.csv"));
        service.StandardInput.Close();
        await service.WaitForExitAsync();
        if (load.Failed > 0) await Console.Error.WriteLineAsync($"{load.Failed} requests were not answered");
        return load.Failed > 0 || service.ExitCode != 0 ? 1 : 0;
    }

    /// <summary>The dotnet command needs to be told our assembly; a program of its own doesn't.</summary>
    private static string[] Dll() =>
        Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet"
            ? [Path.Combine(AppContext.BaseDirectory, "web-app.dll")]
            : [];
}
