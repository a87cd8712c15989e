namespace Unpause.Cli.Sessions;

/// <summary><c>--service</c> and <c>--label</c>: the identity of the run, from the user.</summary>
internal static class RunLabels
{
    /// <summary>Reads them. OpenTelemetry's names (<c>host.name</c>, <c>service.version</c> …) set those fields, not labels.</summary>
    /// <exception cref="UserMistake">A label has no key or no value, is too long, is given twice, or there are too many.</exception>
    public static RunIdentity Read(string? service, IReadOnlyList<string> labels)
    {
        if (labels.Count > Limits.Labels)
        {
            throw new UserMistake($"--label is given {labels.Count} times: at most {Limits.Labels} labels are allowed");
        }

        var reported = ResourceAttributes.ToIdentity(labels.Select(LabelOf));
        if (labels.Select(label => LabelOf(label).Key)
            .GroupBy(key => key, StringComparer.Ordinal)
            .FirstOrDefault(same => same.Count() > 1) is { } twice)
        {
            throw new UserMistake($"--label {twice.Key} is given twice: a label has only one value");
        }

        if (service is null) return reported;
        if (!ResourceAttributes.IsValue(service))
        {
            throw new UserMistake($"--service needs a name of 1 to {Limits.LabelValueChars} characters, without control characters");
        }

        return reported with { Service = service };
    }

    private static KeyValuePair<string, string> LabelOf(string text)
    {
        var equals = text.IndexOf('=', StringComparison.Ordinal);
        if (equals <= 0) throw new UserMistake($"--label {Shown(text)} has no key: write for example --label team=shop");
        var (key, value) = (text[..equals], text[(equals + 1)..]);
        if (!ResourceAttributes.IsKey(key))
        {
            throw new UserMistake(
                $"--label {Shown(text)}: a key may have at most {Limits.LabelKeyChars} characters and no control characters");
        }

        if (value.Length == 0) throw new UserMistake($"--label {Shown(text)} has no value: write for example --label {Shown(key)}=shop");
        if (!ResourceAttributes.IsValue(value))
        {
            throw new UserMistake(
                $"--label {Shown(text)}: a value may have at most {Limits.LabelValueChars} characters and no control characters");
        }

        return new(key, value);
    }

    /// <summary>The beginning of what the user typed.</summary>
    private static string Shown(string text) => Reports.PlainText.Clean(text.Length > 60 ? text[..60] + "…" : text);
}
