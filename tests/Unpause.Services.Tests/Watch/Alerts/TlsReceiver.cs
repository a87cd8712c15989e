using System.Collections.Concurrent;
using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Unpause.Services.Tests.Watch.Alerts;

/// <summary>A server of https with a certificate that nobody has signed.</summary>
internal sealed class TlsReceiver : IDisposable
{
    private readonly WebApplication _app;

    public TlsReceiver(int port)
    {
        Address = new Uri($"https://127.0.0.1:{port}/hook");
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=127.0.0.1", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        var certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        Certificate = Path.GetTempFileName();
        File.WriteAllText(Certificate, certificate.ExportCertificatePem());
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelHttpsConfiguration();
        builder.WebHost.ConfigureKestrel(options => options.Listen(IPAddress.Loopback, port, listen => listen.UseHttps(certificate)));
        _app = builder.Build();
        _app.MapPost("/hook", async context =>
        {
            using var reader = new StreamReader(context.Request.Body);
            Taken.Enqueue(await reader.ReadToEndAsync());
        });
        _app.StartAsync().Wait();
    }

    public Uri Address { get; }

    /// <summary>Path of its certificate.</summary>
    public string Certificate { get; }

    public ConcurrentQueue<string> Taken { get; } = new();

    public void Dispose()
    {
        _app.DisposeAsync().AsTask().Wait();
        File.Delete(Certificate);
    }
}
