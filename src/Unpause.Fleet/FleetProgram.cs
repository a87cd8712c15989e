using System.Runtime.InteropServices;
using Unpause.Fleet.Receiving;
using Unpause.Fleet.Sending;
using Unpause.Fleet.Stores;
using Unpause.Recordings;
using Unpause.Reports;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet;

/// <summary>The program <c>unpause-fleet</c>: reads a <see cref="FleetRequest"/> from standard input and writes the answer.</summary>
internal static class FleetProgram
{
    // A shell's own glob makes at most 2 MB of names (ARG_MAX), and JSON escapes them.
    private const int MostRequestBytes = 16 << 20;

    /// <summary>Runs one request. It must be called on the main thread.</summary>
    /// <returns>The exit code.</returns>
    public static async Task<int> RunAsync(Stream input, Stream output)
    {
        try
        {
            // Nothing waits before: what follows a wait is on a thread of the pool, which ends when it is idle.
            var asked = Read(input);
            if (asked.Parent is { } parent && !LinuxCalls.EndWith(parent)) return ExitCodes.Interrupted;
            return await UntilSignalAsync(asked with { Inputs = InputPaths.Expand(asked.Inputs) }, output).ConfigureAwait(false);
        }
        catch (UserMistake mistake)
        {
            await Console.Error.WriteLineAsync($"unpause fleet: {mistake.Message}").ConfigureAwait(false);
            return ExitCodes.Usage;
        }
    }

    private static async Task<int> UntilSignalAsync(FleetRequest asked, Stream output)
    {
        using var ended = new CancellationTokenSource();
        using var interrupted = PosixSignalRegistration.Create(PosixSignal.SIGINT, context => End(context, ended));
        using var terminated = PosixSignalRegistration.Create(PosixSignal.SIGTERM, context => End(context, ended));
        try
        {
            return await RunAsync(asked, output, ended.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (ended.IsCancellationRequested)
        {
            return ExitCodes.Interrupted;
        }
    }

    private static void End(PosixSignalContext context, CancellationTokenSource ended)
    {
        context.Cancel = true;
        ended.Cancel();
    }

    private static FleetRequest Read(Stream input)
    {
        var bytes = new byte[MostRequestBytes];
        var read = input.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
        try
        {
            if (JsonSerializer.Deserialize(bytes.AsSpan(0, read), FleetRequestJson.Default.FleetRequest) is { Inputs: not null } asked
                && !asked.Inputs.Contains(null!))
                return asked;
        }
        catch (JsonException)
        {
            // It is no request.
        }

        throw new UserMistake("this program is started by unpause fleet; type that");
    }

    private static Task<int> RunAsync(FleetRequest asked, Stream output, CancellationToken stop) => asked.Action switch
    {
        FleetRequest.Send => ReportSending.RunAsync(asked, output, stop),
        FleetRequest.Receive => ReceiveAsync(asked, stop),
        _ => AnswerAsync(asked, output, stop),
    };

    /// <summary>Receives until a signal ends it, which is how it is meant to end.</summary>
    private static async Task<int> ReceiveAsync(FleetRequest asked, CancellationToken stop)
    {
        if (asked is not { Listen: { } listen, Folder: { } folder, SecretFile: { } tokens })
            throw new UserMistake("unpause fleet receive needs --listen, --folder and --secret-file");
        var settings = ReceiverSettings.From(listen, folder, tokens);
        using var receiver = new ReportReceiver(settings);
        await receiver.RunAsync(
            address =>
            {
                Console.Error.WriteLine($"unpause fleet: receives reports at {address} into {PlainText.Clean(folder)}");
                if (!settings.IsLocal) Console.Error.WriteLine(
                    "unpause fleet: tokens and reports can be read on this network: put a proxy with TLS in front");
            },
            stop).ConfigureAwait(false);
        return ExitCodes.Done;
    }

    private static async Task<int> AnswerAsync(FleetRequest asked, Stream output, CancellationToken stop)
    {
        var store = await FleetStores.OpenAsync(asked, stop).ConfigureAwait(false);
        await using (store.ConfigureAwait(false))
        {
            if (asked.Action == FleetRequest.Canary)
            {
                FleetJson.Write(await CanaryComposer.ComposeAsync(store, asked, stop).ConfigureAwait(false), output);
            }
            else
            {
                var selection = SelectionText.Parse(asked.Where, asked.From, asked.To);
                FleetJson.Write(await FleetComposer.ComposeAsync(store, asked, selection, stop).ConfigureAwait(false), output);
            }

            return ExitCodes.Done;
        }
    }
}
