using Unpause.Reports.Fleets;

namespace Unpause.Cli.Fleets;

/// <summary>The options that name a Grafana, whose annotations count as deploys.</summary>
internal sealed class GrafanaOptions
{
    private const int MostTagLetters = 100;

    private readonly Option<string> _address = new("--grafana")
    {
        Description = "Annotations of this Grafana count as deploys.",
        HelpName = "URL",
    };

    private readonly Option<string> _secret = new("--grafana-secret-file")
    {
        Description = "A file with a token of a service account of Grafana, or with the password of the address' user.",
        HelpName = "FILE",
    };

    private readonly Option<string> _tag = new("--grafana-tag")
    {
        Description = "Only annotations with this tag count.",
        HelpName = "TAG",
        DefaultValueFactory = _ => new FleetRequest { Action = FleetRequest.Report }.GrafanaTag,
    };

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        foreach (var option in (Option<string>[])[_address, _secret, _tag]) command.Add(option);
    }

    /// <summary>Reads the options.</summary>
    /// <exception cref="UserMistake">A value is wrong, or has no Grafana to go with.</exception>
    public FleetRequest Read(ParseResult parsed, FleetRequest request)
    {
        var (address, secret, tag) = (parsed.GetValue(_address), parsed.GetValue(_secret), parsed.GetValue(_tag) ?? "");
        if (address is null && (secret is not null || parsed.GetResult(_tag) is { Implicit: false }))
            throw new UserMistake($"{(secret is not null ? _secret.Name : _tag.Name)} needs {_address.Name} URL");
        if (tag.Trim() is not { Length: > 0 and <= MostTagLetters } known)
            throw new UserMistake($"{_tag.Name} takes the name of a tag, of at most {MostTagLetters} letters");
        return request with
        {
            Grafana = FleetAddress.Grafana(_address.Name, address),
            GrafanaSecretFile = FleetAddress.File(_secret.Name, secret),
            GrafanaTag = known,
        };
    }
}
