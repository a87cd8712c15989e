namespace Unpause.Requests;

/// <summary>Formats whose times are not those of the recorded process, but of a client or of a proxy in front of it.</summary>
internal static class TimedElsewhere
{
    /// <summary>Whether a format's times go on while the process behind it is stopped.</summary>
    public static bool Contains(string format) => format is "k6" or "locust" or "vegeta" or "gatling" or "jmeter" or "ab" or "hey" or "oha"
        or "nginx" or "haproxy" or "envoy" or "traefik" or "aws-load-balancer" or "gcp-load-balancer" or "azure-front-door"
        or "azure-application-gateway";
}
