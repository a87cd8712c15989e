using System.Net.Sockets;
using Unpause.Recordings.Rings;

namespace Unpause.Cli.Watching;

/// <summary><c>unpause watch save</c>: keeps the ring of processes now.</summary>
internal static class WatchSave
{
    private static readonly TimeSpan MostTime = TimeSpan.FromSeconds(90);

    public static Command Create()
    {
        var process = new Argument<string>("PID") { Description = "The process id. Default: all.", Arity = ArgumentArity.ZeroOrOne };
        var reason = new Option<string>("--reason") { Description = "Why, as a note beside the ring.", HelpName = "TEXT" };
        var ring = RingPlace.Option();
        var command = new Command("save", "Keep the last minutes of a watched process, and print where.") { process, reason, ring };
        command.SetAction(parsed => Run(RingPlace.Read(parsed.GetValue(ring)), parsed.GetValue(process), parsed.GetValue(reason)));
        return command;
    }

    private static int Run(string ring, string? process, string? reason)
    {
        var place = Path.Combine(ring, RingIndex.RunFolder, RingIndex.AddressFile);
        if (!File.Exists(place)) throw new UserMistake($"no unpause watch runs with the ring {ring} (there is no {place})");
        var query = new List<string>();
        if (process is not null) query.Add($"process={Uri.EscapeDataString(process)}");
        if (reason is not null) query.Add($"reason={Uri.EscapeDataString(reason)}");
        var address = $"{File.ReadAllText(place).Trim()}/save?{string.Join('&', query)}";
        try
        {
            using var client = new HttpClient { Timeout = MostTime };
            using var asked = new HttpRequestMessage(HttpMethod.Post, address);
            using var answer = client.Send(asked);
            using var reader = new StreamReader(answer.Content.ReadAsStream());
            var text = reader.ReadToEnd();
            if (answer.IsSuccessStatusCode)
            {
                Console.Out.Write(text);
                return ExitCodes.Done;
            }

            throw new UserMistake($"nothing is kept: {PlainText.Clean(text.Trim())}");
        }
        catch (Exception e) when (e is HttpRequestException or SocketException or TaskCanceledException)
        {
            throw new UserMistake($"unpause watch does not answer at the address in {place}: {e.Message}");
        }
    }
}
