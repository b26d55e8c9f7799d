# Creates the bucket and the apps' account of a MinIO, as its root user. Running it again sets the password again. The
# account can read, write, remove and list objects of its one bucket. It cannot create buckets, change policies or see
# other buckets. Compose runs this script before the apps. For your own MinIO, run it where `mc` is installed, with
# these five variables set. No secret is on a command line. For another S3, create the same policy there.
set -eu
: "${S3_ENDPOINT:?}" "${S3_ROOT_USER:?}" "${S3_ROOT_PASSWORD:?}" "${S3_ACCESS_KEY:?}" "${S3_SECRET_KEY:?}" "${S3_BUCKET:?}"
if [ "$S3_ACCESS_KEY" = "$S3_ROOT_USER" ]; then
  echo 'S3_ACCESS_KEY is the name of the root of S3: the apps need an account of their own' >&2
  exit 1
fi
MC_CONFIG_DIR=$(mktemp -d)
export MC_CONFIG_DIR
trap 'rm -rf "$MC_CONFIG_DIR"' EXIT

printf '%s\n%s\n' "$S3_ROOT_USER" "$S3_ROOT_PASSWORD" | mc --quiet alias set s3 "$S3_ENDPOINT" > /dev/null
mc --quiet mb --ignore-existing "s3/$S3_BUCKET"
cat > "$MC_CONFIG_DIR/policy.json" <<POLICY
{
  "Version": "2012-10-17",
  "Statement": [
    { "Effect": "Allow", "Action": ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"], "Resource": ["arn:aws:s3:::$S3_BUCKET/*"] },
    { "Effect": "Allow", "Action": ["s3:ListBucket", "s3:GetBucketLocation"], "Resource": ["arn:aws:s3:::$S3_BUCKET"] }
  ]
}
POLICY
mc --quiet admin policy create s3 farebox-app "$MC_CONFIG_DIR/policy.json"
printf '%s\n%s\n' "$S3_ACCESS_KEY" "$S3_SECRET_KEY" | mc --quiet admin user add s3 > /dev/null
# mc fails if the policy is already attached.
case $(mc --quiet admin user info s3 "$S3_ACCESS_KEY") in
  *farebox-app*) ;;
  *) mc --quiet admin policy attach s3 farebox-app --user "$S3_ACCESS_KEY" ;;
esac
