using System.Runtime.InteropServices;
using Unpause.Fleet.Stores;
using Unpause.Recordings;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet;

/// <summary>The program <c>unpause-fleet</c>: reads a <see cref="FleetRequest"/> from standard input and writes the answer.</summary>
internal static class FleetProgram
{
    private const int MostRequestBytes = 1 << 20;

    /// <summary>Runs one request.</summary>
    /// <returns>The exit code.</returns>
    public static async Task<int> RunAsync(Stream input, Stream output)
    {
        using var ended = new CancellationTokenSource();
        using var interrupted = PosixSignalRegistration.Create(PosixSignal.SIGINT, context => End(context, ended));
        using var terminated = PosixSignalRegistration.Create(PosixSignal.SIGTERM, context => End(context, ended));
        try
        {
            var asked = await ReadAsync(input, ended.Token).ConfigureAwait(false);
            return await AnswerAsync(asked, output, ended.Token).ConfigureAwait(false);
        }
        catch (UserMistake mistake)
        {
            await Console.Error.WriteLineAsync($"unpause fleet: {mistake.Message}").ConfigureAwait(false);
            return ExitCodes.Usage;
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

    private static async Task<FleetRequest> ReadAsync(Stream input, CancellationToken stop)
    {
        var bytes = new byte[MostRequestBytes];
        var read = await input.ReadAtLeastAsync(bytes, bytes.Length, throwOnEndOfStream: false, stop).ConfigureAwait(false);
        try
        {
            return JsonSerializer.Deserialize(bytes.AsSpan(0, read), FleetRequestJson.Default.FleetRequest)
                ?? throw new UserMistake("no request");
        }
        catch (JsonException)
        {
            throw new UserMistake("this program is started by unpause fleet; type that");
        }
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
