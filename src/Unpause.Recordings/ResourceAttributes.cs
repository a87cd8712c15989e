namespace Unpause.Recordings;

/// <summary>
/// A process's OpenTelemetry resource, from its environment: <c>OTEL_RESOURCE_ATTRIBUTES</c>, a list like
/// <c>service.version=1.2,team=shop</c> with values percent-encoded, and <c>OTEL_SERVICE_NAME</c>, which overrides its
/// <c>service.name</c>. (OpenTelemetry's resource SDK and environment variable specifications; W3C Baggage without properties.)
/// </summary>
public static class ResourceAttributes
{
    /// <summary>The variable with the list.</summary>
    public const string Variable = "OTEL_RESOURCE_ATTRIBUTES";

    /// <summary>The variable with the service's name alone.</summary>
    public const string ServiceVariable = "OTEL_SERVICE_NAME";

    private static readonly UTF8Encoding Strict = new(false, throwOnInvalidBytes: true);

    /// <summary>
    /// Reads both. A malformed list is skipped as a whole, as the specification requires; so
    /// is one beyond <see cref="Limits.TextBytes"/>.
    /// </summary>
    /// <param name="attributes">The list; null when the variable is not set.</param>
    /// <param name="service">The service's name; null when the variable is not set.</param>
    public static RunIdentity Read(string? attributes, string? service)
    {
        var identity = ToIdentity(Pairs(attributes) ?? []);
        return service?.Trim() is { Length: > 0 } name && IsValue(name) ? identity with { Service = name } : identity;
    }

    /// <summary>
    /// Pairs as an identity: OpenTelemetry's names for the host, the service, its version and the container are those, all
    /// others are labels. What is too long or has control characters is left out; for a duplicate key the last value counts.
    /// </summary>
    public static RunIdentity ToIdentity(IEnumerable<KeyValuePair<string, string>> pairs)
    {
        var identity = RunIdentity.Unknown;
        var labels = new List<KeyValuePair<string, string>>();
        foreach (var (key, value) in pairs)
        {
            if (!IsKey(key) || !IsValue(value)) continue;
            switch (key)
            {
                case "host.name": identity = identity with { Host = value }; break;
                case "service.name": identity = identity with { Service = value }; break;
                case "service.version": identity = identity with { Version = value }; break;
                case "container.id": identity = identity with { Container = value }; break;
                default: labels.Add(new(key, value)); break;
            }
        }

        labels.Reverse();
        return identity with { Labels = RunIdentity.Ordered(labels) };
    }

    /// <summary>An identity as the pairs from which <see cref="ToIdentity"/> makes it again; parts without a name are left out.</summary>
    public static IReadOnlyList<KeyValuePair<string, string>> Pairs(RunIdentity identity)
    {
        (string Key, string? Value)[] named =
        [
            ("host.name", identity.Host), ("service.name", identity.Service), ("service.version", identity.Version),
            ("container.id", identity.Container),
        ];
        var reported = named.Where(pair => pair.Value is not null).Select(pair => KeyValuePair.Create(pair.Key, pair.Value!));
        return [.. identity.Labels, .. reported];
    }

    /// <summary>
    /// Whether a label may have this key: 1 to <see cref="Limits.LabelKeyChars"/> characters, none of them a control character.
    /// </summary>
    public static bool IsKey(string key) => key.Length is > 0 and <= Limits.LabelKeyChars && !key.Any(char.IsControl);

    /// <summary>
    /// Whether a label may have this value: 1 to <see cref="Limits.LabelValueChars"/> characters, none of them a control character.
    /// </summary>
    public static bool IsValue(string value) => value.Length is > 0 and <= Limits.LabelValueChars && !value.Any(char.IsControl);

    /// <summary>Null when the list breaks the format.</summary>
    private static List<KeyValuePair<string, string>>? Pairs(string? text)
    {
        if (text is null || text.Length > Limits.TextBytes) return null;
        var pairs = new List<KeyValuePair<string, string>>();
        foreach (var part in text.Split(','))
        {
            // A comma too many is seen in the wild, and no library minds it.
            if (part.AsSpan().Trim().IsEmpty) continue;
            var equals = part.IndexOf('=', StringComparison.Ordinal);
            if (equals < 0 || Decoded(part[..equals].Trim()) is not { Length: > 0 } key
                || Decoded(part[(equals + 1)..].Trim()) is not { } value)
            {
                return null;
            }

            pairs.Add(new(key, value));
        }

        return pairs;
    }

    /// <summary>Text without its percent-encoding, which is of UTF-8; null when it is broken.</summary>
    private static string? Decoded(string text)
    {
        if (!text.Contains('%', StringComparison.Ordinal)) return text;
        // Decoded in place: what is decoded is never longer than what it was made from.
        var bytes = Encoding.UTF8.GetBytes(text);
        var length = 0;
        for (var at = 0; at < bytes.Length; at++)
        {
            var value = bytes[at];
            if (value == '%')
            {
                if (!byte.TryParse(
                    bytes.AsSpan(at + 1, Math.Min(2, bytes.Length - at - 1)), NumberStyles.AllowHexSpecifier, null, out value))
                {
                    return null;
                }

                if (at + 2 >= bytes.Length) return null;
                at += 2;
            }

            bytes[length++] = value;
        }

        try
        {
            return Strict.GetString(bytes, 0, length);
        }
        catch (DecoderFallbackException)
        {
            return null;
        }
    }
}
