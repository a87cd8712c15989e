namespace Unpause.Cli.Watching;

/// <summary>Where <c>unpause watch</c> sends its metrics.</summary>
internal static class WatchOtlp
{
    private const string Example = "http://127.0.0.1:4318", Name = "--otlp";

    /// <summary>Describes the option.</summary>
    public static Option<string> Option() => new(Name)
    {
        Description = $"Send the metrics to this OTLP/HTTP endpoint every 10 s, for example {Example}.",
        HelpName = "URL",
    };

    /// <summary>Checks the address.</summary>
    /// <exception cref="UserMistake">It is none of HTTP, or has a password.</exception>
    public static string? Check(string? address)
    {
        if (address is null) return null;
        // The packaged program is static and has no OpenSSL, so no TLS. Arguments of a program are readable for everybody.
        var isHttp = Uri.TryCreate(address, UriKind.Absolute, out var uri) && uri.Scheme == Uri.UriSchemeHttp;
        return isHttp && uri!.UserInfo.Length == 0 && uri.Query.Length == 0
            ? uri.ToString()
            : throw new UserMistake(
                $"{Name}: an http address without a password, for example {Example}; a collector on this machine can forward by TLS");
    }
}
