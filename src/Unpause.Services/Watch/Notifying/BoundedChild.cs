using System.Diagnostics;

namespace Unpause.Services.Watch.Notifying;

/// <summary>Runs a program for one alert: no shell, an empty environment except a usual PATH, bounded in time and output.</summary>
internal static class BoundedChild
{
    private const string UsualPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    private const int MostOutputBytes = 4096;

    /// <summary>Runs it to its end.</summary>
    /// <param name="command">The program with its arguments.</param>
    /// <param name="input">Its standard input.</param>
    /// <param name="kept">Variables of our environment that it needs.</param>
    /// <returns>Its exit code and the start of what it printed.</returns>
    /// <exception cref="DeliveryException">It could not be started, or did not end in time.</exception>
    public static async Task<(int ExitCode, string Output, string Errors)> RunAsync(
        IReadOnlyList<string> command, byte[] input, IEnumerable<string> kept, CancellationToken stop)
    {
        var start = new ProcessStartInfo(command[0], command.Skip(1))
        {
            UseShellExecute = false, RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
            WorkingDirectory = "/",
        };
        var variables = kept.Select(name => (Name: name, Value: Environment.GetEnvironmentVariable(name))).ToList();
        start.Environment.Clear();
        start.Environment["PATH"] = UsualPath;
        foreach (var (name, value) in variables.Where(variable => variable.Value is not null)) start.Environment[name] = value;
        using var bounded = CancellationTokenSource.CreateLinkedTokenSource(stop);
        bounded.CancelAfter(ServiceLimits.MostCommandTime);
        try
        {
            using var child = Process.Start(start)!;
            try
            {
                var output = ReadAsync(child.StandardOutput.BaseStream, bounded.Token);
                var errors = ReadAsync(child.StandardError.BaseStream, bounded.Token);
                await WriteAsync(child, input, bounded.Token).ConfigureAwait(false);
                await child.WaitForExitAsync(bounded.Token).ConfigureAwait(false);
                return (child.ExitCode, await output.ConfigureAwait(false), await errors.ConfigureAwait(false));
            }
            finally
            {
                if (!child.HasExited) child.Kill(entireProcessTree: true);
            }
        }
        catch (System.ComponentModel.Win32Exception failure)
        {
            throw new DeliveryException(failure.Message);
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            throw new DeliveryException($"it did not end in {ServiceLimits.MostCommandTime.TotalSeconds:0} s") { IsFinal = true };
        }
    }

    private static async Task WriteAsync(Process child, byte[] input, CancellationToken stop)
    {
        try
        {
            await child.StandardInput.BaseStream.WriteAsync(input, stop).ConfigureAwait(false);
            child.StandardInput.Close();
        }
        catch (IOException)
        {
            // It ended without reading all: its exit code counts.
        }
    }

    /// <summary>Reads all, so that the child does not wait, and keeps the start.</summary>
    private static async Task<string> ReadAsync(Stream from, CancellationToken stop)
    {
        var start = new byte[MostOutputBytes];
        var length = await from.ReadAtLeastAsync(start, start.Length, throwOnEndOfStream: false, stop).ConfigureAwait(false);
        await from.CopyToAsync(Stream.Null, stop).ConfigureAwait(false);
        return Encoding.UTF8.GetString(start, 0, length);
    }
}
