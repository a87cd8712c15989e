using Unpause.Cli.Fleets;
using Unpause.Reports.Fleets;

namespace Unpause.Cli.Sending;

/// <summary>Where a report is sent: <c>--send</c>.</summary>
/// <param name="Place">A folder, or the address of <c>unpause fleet receive</c>.</param>
/// <param name="SecretFile">The file with the token for an address; null for none.</param>
internal sealed record SendTarget(string Place, string? SecretFile)
{
    /// <summary>The option's name.</summary>
    public const string Option = "--send";

    private const string ClickHouse = "clickhouse:";

    /// <summary>Whether it is an address, and not a folder.</summary>
    public bool IsAddress => Place.Contains("://", StringComparison.Ordinal);

    /// <summary>Reads the option's value; opens nothing.</summary>
    /// <exception cref="UserMistake">It is neither.</exception>
    public static SendTarget Parse(string place, string? secretFile)
    {
        if (place.StartsWith(ClickHouse, StringComparison.OrdinalIgnoreCase))
        {
            throw new UserMistake(
                $"{Option} takes no ClickHouse, which gets only the numbers of reports that are kept: use {Option} FOLDER, and then "
                + "unpause fleet send FOLDER --store clickhouse://HOST:8123/DATABASE");
        }

        if (place.Length == 0) throw new UserMistake($"{Option} takes a folder or an address: {Option} FOLDER or {Option} https://HOST");
        var target = new SendTarget(place, secretFile);
        if (!target.IsAddress) return target;
        var address = new Uri(FleetAddress.Receiver(Option, place)!);
        if (secretFile is not null && PlainHttp.IsReadable(address))
            throw new UserMistake($"{Option} {PlainText.Clean(place)} would show the token to the network: write https://");
        return target;
    }
}

/// <summary>The options of a command that can send its report.</summary>
internal sealed class SendOptions
{
    private readonly Option<string> _place = new(SendTarget.Option)
    {
        Description = "Also send the report, as JSON: to a folder, which gets it as HOST/DAY/NAME, or to the address of unpause fleet "
            + "receive. What cannot be sent to an address waits for the next time.",
        HelpName = "PLACE",
    };

    private readonly Option<string> _secret = FleetAddress.Secret($"A file with the token for {SendTarget.Option} https://….");

    /// <summary>The options.</summary>
    public IEnumerable<Option> All => [_place, _secret];

    /// <summary>Reads them; opens nothing.</summary>
    /// <returns>Null when nothing is to be sent: a file with a token may be a default for other commands.</returns>
    /// <exception cref="UserMistake">The place is none.</exception>
    public SendTarget? Read(ParseResult parsed) =>
        parsed.GetValue(_place) is { } place ? SendTarget.Parse(place, parsed.GetValue(_secret)) : null;
}
